import { follow, type LinkRules, Refused, type RequestContext, RULES } from './ask-address.ts';
import { AGENT, KeptOut, type Robots, Unsure } from './robots/robots.ts';

/* Links of the catalogue are asked gently. */

/**
 * Outcome for one link. `private`: it leads to an address that the server refuses to ask, such as one of a
 * private network. `kept-out`: its site asks programs to stay away. `unsure`: the site did not say whether it
 * does.
 */
export type LinkState = 'found' | 'gone' | 'silent' | 'private' | 'kept-out' | 'unsure';

/** Time for one link with its redirects, in ms. */
const TIME = 5000;
const MOST_REDIRECTS = 3;
/** Links that are asked at a time. */
const AT_ONCE = 4;
/** Some servers answer HEAD with these for pages that they have. */
const NOT_SURE = new Set([403, 404, 405, 410, 501]);
const GONE = new Set([404, 410]);

interface LinkAsker {
  /** Address of the site that asks, for the owner of the asked one. */
  asker?: string;
  /** Ends the check early; the answer is then `silent`. */
  signal?: AbortSignal;
  /** Rules of sites for programs. Undefined: a person asks. */
  robots?: Robots;
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
  { asker, signal: ends, robots }: LinkAsker = {},
  rules: LinkRules = RULES,
): Promise<LinkState> {
  // Half of the time is for robots.txt.
  const timeout = AbortSignal.timeout(robots ? 2 * TIME : TIME);
  const signal = ends ? AbortSignal.any([timeout, ends]) : timeout;
  const context: RequestContext = { signal, rules, agent: asker ? `${AGENT} (+${asker})` : AGENT };
  const statusOf = async (method: 'HEAD' | 'GET') => {
    const before = async (url: URL) => robots?.assertAllowed(url, context);
    return (await follow(address, { method, redirects: MOST_REDIRECTS, before }, context)).status;
  };
  try {
    if (!NOT_SURE.has(await statusOf('HEAD'))) return 'found';
    return GONE.has(await statusOf('GET')) ? 'gone' : 'found';
  } catch (error) {
    if (error instanceof KeptOut) return 'kept-out';
    if (error instanceof Unsure) return 'unsure';
    return error instanceof Refused ? 'private' : 'silent';
  }
}
