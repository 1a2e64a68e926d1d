import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding } from './accepted-encoding.ts';
import type { Form, KeptAnswer } from './kept-answer.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { holds, readersOf } from './kept-reply.ts';
import type { Tier } from './reader.ts';

/** What the lane has to know of a request's cookies. */
export interface Carried {
  /** The id of a session, not looked up yet. */
  session: string | undefined;
  /** See `keptKey`. */
  entered: boolean;
  /** The cookies may open more than the session does: the request goes the long way. */
  isUnsure: boolean;
}

export interface Hit {
  id: string;
  method: string;
  route: string;
  status: number;
  ms: number;
}

export interface LaneSetup {
  kept: KeptAnswers;
  readCookies(header: string): Carried;
  /** Looks a session up; null when it opens nothing (any more). */
  tierOf(session: string): Promise<Tier | null>;
  /** The same within the call, where the database can; undefined when it is a matter for the long way. May throw. */
  tierNow?: ((session: string) => Tier | null | undefined) | undefined;
  /** The application is about to end: everything goes the long way, where connections are told to end too. */
  isStopping(): boolean;
  /** The id of a request, which its answer bears. */
  idOf(request: IncomingMessage): string;
  /** Told of every answer that is given here. */
  onHit(hit: Hit): void;
}

const NOTHING: Carried = { session: undefined, entered: false, isUnsure: false };
const TIERS: readonly Tier[] = ['free', 'subscriber', 'admin', 'visitor'];

/**
 * Gives kept answers before the router and its hooks are reached, with the headers that those have set on the first one.
 * Whatever is not ready, in this form and for this version, goes the long way. A session is looked up each time: a
 * subscription that has ended locks at the next request.
 */
export class KeptLane {
  readonly #setup: LaneSetup;

  constructor(setup: LaneSetup) {
    this.#setup = setup;
  }

  /** Answers the request, now or soon, or says false. `otherwise` is called when it turns out later that it cannot. */
  take(request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean {
    const { method } = request;
    if (this.#setup.isStopping() || (method !== 'GET' && method !== 'HEAD')) return false;
    const begun = performance.now();
    const { cookie } = request.headers;
    const { session, entered, isUnsure } = cookie === undefined ? NOTHING : this.#setup.readCookies(cookie);
    if (isUnsure) return false;
    if (session === undefined) return this.#give('visitor', entered, begun, request, response);
    if (this.#setup.tierNow) {
      const tier = this.#tierNow(session);
      return tier !== undefined && this.#give(tier ?? 'visitor', entered, begun, request, response);
    }
    // A look-up for nothing would be made twice.
    if (!TIERS.some((tier) => this.#ready(tier, entered, request))) return false;
    this.#setup.tierOf(session).then(
      (tier) => this.#give(tier ?? 'visitor', entered, begun, request, response) || otherwise(),
      // The long way says what is wrong.
      otherwise,
    );
    return true;
  }

  #tierNow(session: string): Tier | null | undefined {
    try {
      return this.#setup.tierNow?.(session);
    } catch {
      return undefined;
    }
  }

  #ready(
    tier: Tier,
    entered: boolean,
    { url = '', headers }: IncomingMessage,
  ): { answer: KeptAnswer; form: Form } | undefined {
    const { kept } = this.#setup;
    const version = kept.version.current();
    if (typeof version !== 'number') return undefined;
    const answer = kept.find(version, readersOf(tier, entered, url), url);
    const form = answer?.ready(acceptedEncoding(headers['accept-encoding'] as string | undefined));
    return answer && form?.head ? { answer, form } : undefined;
  }

  #give(
    tier: Tier,
    entered: boolean,
    begun: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    const ready = this.#ready(tier, entered, request);
    if (!ready) return false;
    const { answer, form } = ready;
    const { onHit, idOf, kept } = this.#setup;
    const { method = 'GET', headers } = request;
    const unchanged = holds(headers['if-none-match'], form.etag);
    const status = unchanged ? 304 : 200;
    const id = idOf(request);
    const head = unchanged ? form.headUnchanged : form.head;
    response.writeHead(status, head?.of(id));
    response.end(unchanged || method === 'HEAD' ? undefined : form.body);
    kept.hits += 1;
    onHit({ id, method, route: answer.route, status, ms: performance.now() - begun });
    return true;
  }
}
