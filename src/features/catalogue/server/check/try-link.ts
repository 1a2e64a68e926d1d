import { type LookupAddress, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { isPublicAddress } from './public-address.ts';

/* Links of the catalogue are asked gently, and never lead into the site's own network: each address is judged
   at the moment of the connection, after the name was resolved, for each redirect anew. */

/** Outcome for one link. `private`: it leads where the server does not go. */
export type LinkState = 'found' | 'gone' | 'silent' | 'private';

/** Time for one link with its redirects, in ms. */
const TIME = 5000;
const MOST_REDIRECTS = 3;
/** Links that are asked at a time. */
const AT_ONCE = 4;
const PORTS = ['', '80', '443'];
/** Some servers answer HEAD with these for pages that they have. */
const NOT_SURE = new Set([403, 404, 405, 410, 501]);
const GONE = new Set([404, 410]);
const AGENT = 'Stillwater link check';

export interface LinkRules {
  isPublic(address: string): boolean;
  isPort(port: string): boolean;
}
const RULES: LinkRules = { isPublic: isPublicAddress, isPort: (port) => PORTS.includes(port) };

class Refused extends Error {}

export interface LinkAsker {
  /** Address of the site that asks, for the owner of the asked one. */
  asker?: string;
  /** Ends the question early; the answer is then `silent`. */
  signal?: AbortSignal;
}

/**
 * Asks links whether they lead to something, a few at a time. Links that are not reached in time are left
 * out.
 */
export async function tryLinks(
  addresses: readonly string[],
  time: number,
  rules: LinkRules = RULES,
): Promise<Map<string, LinkState>> {
  const found = new Map<string, LinkState>();
  const waiting = [...new Set(addresses)];
  const until = Date.now() + time;
  const work = async () => {
    while (Date.now() < until) {
      const address = waiting.shift();
      if (address === undefined) return;
      found.set(address, await tryLink(address, {}, rules));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** Asks one link: HEAD, and GET where that is no clear answer. */
export async function tryLink(
  address: string,
  { asker, signal: ends }: LinkAsker = {},
  rules: LinkRules = RULES,
): Promise<LinkState> {
  const timeout = AbortSignal.timeout(TIME);
  const signal = ends ? AbortSignal.any([timeout, ends]) : timeout;
  const question: Question = { signal, rules, agent: asker ? `${AGENT} (+${asker})` : AGENT };
  try {
    const status = await follow(address, 'HEAD', question);
    if (!NOT_SURE.has(status)) return 'found';
    return GONE.has(await follow(address, 'GET', question)) ? 'gone' : 'found';
  } catch (error) {
    return error instanceof Refused ? 'private' : 'silent';
  }
}

interface Question {
  signal: AbortSignal;
  rules: LinkRules;
  agent: string;
}

/** Follows redirects. Returns the last status. */
async function follow(address: string, method: 'HEAD' | 'GET', question: Question) {
  let url = parseUrl(address);
  for (let redirects = 0; ; redirects += 1) {
    if (!url || !isAllowed(url, question.rules)) throw new Refused();
    const { status, location } = await ask(url, method, question);
    if (status < 300 || status >= 400 || location === undefined) return status;
    if (redirects === MOST_REDIRECTS) throw new Error('Too many redirects');
    url = parseUrl(location, url.href);
  }
}

function isAllowed(url: URL, rules: LinkRules): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '' || !rules.isPort(url.port)) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A number is connected to without a lookup.
  return isIP(host) === 0 || rules.isPublic(host);
}

function ask(
  url: URL,
  method: 'HEAD' | 'GET',
  { signal, rules, agent }: Question,
): Promise<{ status: number; location: string | undefined }> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      signal,
      agent: false,
      lookup: lookupWith(rules),
      headers: { 'user-agent': agent, accept: '*/*' },
    });
    sent.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      // The status is all that is asked for.
      response.destroy();
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Resolves a name for a connection, and refuses it when one of its addresses is not public. */
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
