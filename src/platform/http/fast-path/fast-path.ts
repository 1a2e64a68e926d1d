import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import type { CachedResponse, Chunk, RecordedHeaders, Variant } from '../cache/cached-response.ts';
import { acceptedEncoding } from '../cache/content-encoding.ts';
import { audienceOf, etagMatches } from '../cache/serve-cached.ts';
import { hasBody } from '../guard/overload.ts';
import type { FastPathHit } from '../observe/requests.ts';
import type { Member, Reader, Tier } from '../serve/reader.ts';
import { answerNow, ExpectedReaders } from './expected-readers.ts';
import { encodeFor } from './personal-body.ts';
import type { FoundCall } from './personal-calls.ts';
import { RequestCookies } from './request-cookies.ts';
import { type UnchangingFile, UnchangingFiles } from './unchanging-files.ts';

/* See README.md in this folder. */

/** Lookup of a reader. The features define the cookies and the sessions. */
export interface ReaderLookup {
  /** Name of the cookie with the session id. */
  sessionCookie: string;
  /** Whether an entered cookie was revoked, by data in memory; undefined when only the router can decide. */
  isRevoked(entry: string, version: number): boolean | undefined;
  /** Cookies that may change the tier of a session. Requests with one of them go to the router. */
  routerOnlyCookies: readonly string[];
  /** Whether the router must handle this personal call, because it has more to do than respond. */
  isRouterOnly(path: string, entry: string | undefined): boolean;
  /** Looks up a session; null for an invalid one. */
  findReader(session: string): Promise<Reader | null>;
  /** Synchronous `findReader`; undefined when only the router can decide. May throw. */
  findReaderSync?: ((session: string) => Reader | null | undefined) | undefined;
}

interface FastPathSetup extends ReaderLookup {
  requestId(request: IncomingMessage): string;
  onHit(hit: FastPathHit): void;
}

/** A request being served. `startedAt` is of `performance.now()`. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  startedAt: number;
}

/** Parts of a cached response's key, besides tier and address. */
interface KeyParts {
  entered: boolean;
  /** Version of the catalogue; undefined if it must be read first. */
  version: number | undefined;
}

interface Found {
  cached: CachedResponse;
  variant: Variant;
}

interface Answer {
  status: 200 | 304;
  headers: RecordedHeaders | undefined;
  body?: Chunk;
  route: string;
  tier: Tier;
  /** Name and value of `content-length`, for a body whose recorded headers lack it. */
  length?: string[];
}

const TIERS: readonly Tier[] = ['free', 'subscriber', 'editor', 'admin', 'visitor'];

/**
 * Sends cached responses, unchanging files and personal responses before the router and its hooks run, with
 * the headers that those hooks set the first time. All other requests go to the router. Looks up a session's
 * tier on each request, so that an ended session or subscription takes effect at the next one.
 */
export class FastPath {
  #app!: FastifyInstance;
  #setup!: FastPathSetup;
  /** Undefined before {@link connect}, which sets all three. */
  #cookies: RequestCookies | undefined;
  readonly #files = new UnchangingFiles();
  readonly #expected = new ExpectedReaders();
  /** See `app.recordFile`. */
  readonly recordFile = this.#files.record;

  /**
   * Creates the HTTP server for Fastify's `serverFactory`. With it, `HOST=localhost` binds one address only.
   * `refuse` responds to invalid requests, and returns whether it has.
   */
  serverFactory(
    http: ServerOptions,
    refuse: (request: IncomingMessage, response: ServerResponse) => boolean,
  ): FastifyServerFactory {
    return (route, { keepAliveTimeout, requestTimeout, connectionTimeout }): Server => {
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        if (refuse(request, response)) return;
        const toRouter = () => route(request, response);
        if (!this.handle(request, response, toRouter)) toRouter();
      };
      const server = createServer(http, answer);
      // Ignores unknown expectations (RFC 9110, 10.1.1). Node would refuse them without security headers.
      server.on('checkExpectation', answer);
      server.keepAliveTimeout = keepAliveTimeout as number;
      server.requestTimeout = requestTimeout as number;
      server.setTimeout(connectionTimeout as number);
      return server;
    };
  }

  /** Starts to serve requests. */
  connect(app: FastifyInstance, setup: FastPathSetup): void {
    this.#app = app;
    this.#setup = setup;
    this.#cookies = new RequestCookies(setup, app.parseCookie);
  }

  /**
   * Serves a request and returns true, or returns false. After true, the response may still be in progress:
   * if it fails, `toRouter` is called.
   */
  handle(request: IncomingMessage, response: ServerResponse, toRouter: () => void): boolean {
    const app = this.#app;
    const setup = this.#setup;
    const cookies = this.#cookies;
    const { method } = request;
    // While stopping, the router makes clients close their connections.
    if (!cookies || app.lifecycle.stopping) return false;
    if (method !== 'GET' && method !== 'HEAD') return false;
    // The router disconnects clients whose body never ends.
    if (hasBody(request)) return false;
    const exchange: Exchange = { request, response, startedAt: performance.now() };
    const file = this.#files.find(request);
    if (file) return this.#sendFile(file, exchange);
    const { session, entry, routerOnly } = cookies.of(request.headers.cookie);
    if (routerOnly) return false;
    const version = this.#version();
    // The router refuses revoked entries, and loads them first where needed.
    if (entry !== undefined && (version === undefined || setup.isRevoked(entry, version) !== false))
      return false;
    const entered = entry !== undefined;
    if (session === undefined) return this.#send('visitor', { entered, version }, exchange);
    const personal = method === 'GET' ? app.personalCalls.find(request.url ?? '') : undefined;
    if (personal && (app.lifecycle.isOverloaded() || setup.isRouterOnly(personal.call.path, entry)))
      return false;
    if (personal) return untilSent(this.#sendPersonal(personal, session, exchange), toRouter);
    const keyParts = { entered, version };
    if (setup.findReaderSync) {
      const reader = findSafely(setup.findReaderSync, session);
      return reader === undefined ? false : this.#send(tierOf(reader), keyParts, exchange);
    }
    // Without a cached response for any tier, the router would have to repeat the lookup.
    if (!TIERS.some((tier) => this.#find(tier, keyParts, request))) return false;
    const sent = setup
      .findReader(session)
      .then((reader) => this.#send(tierOf(reader), { entered, version: this.#version() }, exchange));
    return untilSent(sent, toRouter);
  }

  /** Returns the catalogue's version if it is known synchronously. */
  #version(): number | undefined {
    const version = this.#app.responseCache.version.current();
    return typeof version === 'number' ? version : undefined;
  }

  #find(
    tier: Tier,
    { entered, version }: KeyParts,
    { url = '', headers }: IncomingMessage,
  ): Found | undefined {
    if (version === undefined) return undefined;
    const { responseCache } = this.#app;
    const cached = responseCache.find(version, audienceOf(tier, entered, url), url);
    const variant = cached?.readyVariant(acceptedEncoding(headers['accept-encoding'] as string | undefined));
    return cached && variant?.headers ? { cached, variant } : undefined;
  }

  #send(tier: Tier, keyParts: KeyParts, exchange: Exchange): boolean {
    const found = this.#find(tier, keyParts, exchange.request);
    if (!found) return false;
    const { cached, variant } = found;
    const { route } = cached;
    this.#app.responseCache.hits += 1;
    return etagMatches(exchange.request.headers['if-none-match'], variant.etag)
      ? this.#answer(exchange, { status: 304, headers: variant.notModifiedHeaders, route, tier })
      : this.#answer(exchange, { status: 200, headers: variant.headers, body: variant.chunk, route, tier });
  }

  #sendFile({ route, headers, bytes: body }: UnchangingFile, exchange: Exchange): true {
    return this.#answer(exchange, { status: 200, headers, body, route, tier: 'visitor' });
  }

  async #sendPersonal({ call, query }: FoundCall, session: string, exchange: Exchange): Promise<boolean> {
    const { cookie, 'accept-encoding': accepted } = exchange.request.headers;
    const answer = (reader: Member) => call.answer(reader, query, cookie);
    const { findReader, findReaderSync } = this.#setup;
    const answered = findReaderSync
      ? await answerNow(findSafely(findReaderSync, session), answer)
      : await this.#expected.answer(session, findReader, answer);
    if (!answered) return false;
    const { body, encoding } = await encodeFor(accepted as string | undefined, answered.body);
    const headers = call.headers[encoding];
    if (!headers) return false;
    const length = ['content-length', String(body.length)];
    const { tier } = answered.reader;
    return this.#answer(exchange, { status: 200, headers, body, route: call.path, tier, length });
  }

  #answer({ request, response, startedAt }: Exchange, answer: Answer): true {
    const { onHit, requestId } = this.#setup;
    const { method = 'GET', headers } = request;
    const { status, route, tier, length } = answer;
    const id = requestId(request);
    const recorded = answer.headers?.withRequestId(id) ?? [];
    response.writeHead(status, length ? [...recorded, ...length] : recorded);
    if (answer.body === undefined || method === 'HEAD') response.end();
    else response.end(answer.body, 'latin1');
    const ms = performance.now() - startedAt;
    onHit({ id, method, route, status, ms, tier, headers, cached: length === undefined });
    return true;
  }
}

const tierOf = (reader: Reader | null): Tier => reader?.tier ?? 'visitor';

/**
 * Passes a request to the router if it was not served or failed. The router repeats it and reports the error.
 */
function untilSent(sent: Promise<boolean>, toRouter: () => void): true {
  sent.then((done) => done || toRouter(), toRouter);
  return true;
}

function findSafely<T>(find: (session: string) => T, session: string): T | undefined {
  try {
    return find(session);
  } catch {
    return undefined;
  }
}
