import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { isPublicAddress } from './public-address.ts';

/*
 * Requests to addresses in the content. They never reach the site's own network: each connection, also that
 * of a redirect, checks the resolved address.
 */

const PORTS = ['', '80', '443'];

export interface LinkRules {
  isPublic(address: string): boolean;
  isPort(port: string): boolean;
}
export const RULES: LinkRules = { isPublic: isPublicAddress, isPort: (port) => PORTS.includes(port) };

/** An address or its redirect is not public, has an unusual port, or contains a password. */
export class Refused extends Error {}

/** No connection to a host: its name is unknown, or nothing answers there. */
export class NoConnection extends Error {
  readonly host: string;

  constructor(host: string, options: ErrorOptions) {
    super(`No connection to ${host}`, options);
    this.host = host;
  }
}

export class TooManyRedirects extends Error {}

export interface RequestContext {
  signal: AbortSignal;
  rules: LinkRules;
  /** `User-Agent`. */
  agent: string;
}

interface Reply {
  status: number;
  location: string | undefined;
  /** Beginning of the body, at most `bytes` long. */
  text: string;
}

interface FollowOptions {
  method: 'HEAD' | 'GET';
  /** Maximum number of redirects to follow. */
  redirects: number;
  /** Bytes of the body to read. */
  bytes?: number;
  /** Called before each request. Throws to prevent the request. */
  before?(url: URL): Promise<void>;
}

/** Requests an address and follows its redirects. Returns the last response. */
export async function follow(
  address: string,
  options: FollowOptions,
  context: RequestContext,
): Promise<Reply> {
  let url = parseUrl(address);
  for (let redirects = 0; ; redirects += 1) {
    if (!url || !isAllowed(url, context.rules)) throw new Refused();
    await options.before?.(url);
    const reply = await ask(url, options, context);
    if (reply.status < 300 || reply.status >= 400 || reply.location === undefined) return reply;
    if (redirects === options.redirects) throw new TooManyRedirects();
    url = parseUrl(reply.location, url.href);
  }
}

function isAllowed(url: URL, rules: LinkRules): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '' || !rules.isPort(url.port)) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A connection to an IP address needs no lookup, so the address is checked here.
  return isIP(host) === 0 || rules.isPublic(host);
}

function ask(
  url: URL,
  { method, bytes = 0 }: FollowOptions,
  { signal, rules, agent }: RequestContext,
): Promise<Reply> {
  const isSecure = url.protocol === 'https:';
  const request = isSecure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const sent = request(url, {
      method,
      signal,
      agent: false,
      lookup: lookupWith(rules),
      headers: { 'user-agent': agent, accept: '*/*' },
    });
    sent.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      }),
    );
    sent.on('response', (response) => {
      const head = { status: response.statusCode ?? 0, location: response.headers.location };
      const parts: Buffer[] = [];
      let length = 0;
      const end = () => {
        resolve({ ...head, text: Buffer.concat(parts).toString('utf8', 0, bytes) });
        response.destroy();
      };
      if (bytes === 0) return end();
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length >= bytes) end();
      });
      response.on('end', end);
      response.on('error', reject);
    });
    sent.on('error', (error) =>
      reject(isConnected || error instanceof Refused ? error : new NoConnection(url.host, { cause: error })),
    );
    sent.end();
  });
}

/** Resolves a host name for a connection. Refuses it when one of its addresses is not public. */
const lookupWith =
  ({ isPublic }: LinkRules): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Error('No address'), '', 0);
      else if (!addresses.every(({ address }) => isPublic(address))) callback(new Refused(), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
