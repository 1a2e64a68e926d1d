import { follow, type LinkRules, Refused, type RequestContext, RULES } from './ask-address.ts';
import { AGENT, KeptOut, type Robots, Unsure } from './robots/robots.ts';

/* Checks of links, with few requests at a time. */

/**
 * Outcome for one link. `private`: the server refuses its address, such as one of a private network.
 * `kept-out`: its site's robots.txt disallows it. `unsure`: the robots.txt could not be read.
 */
export type LinkState = 'found' | 'gone' | 'silent' | 'private' | 'kept-out' | 'unsure';

/** Time for one link with its redirects, in ms. */
const TIME = 5000;
const MAX_REDIRECTS = 3;
/** Links requested at a time. */
const AT_ONCE = 4;
/** Statuses with which some servers answer HEAD for existing pages. */
const AMBIGUOUS = new Set([403, 404, 405, 410, 501]);
const GONE = new Set([404, 410]);

interface LinkAsker {
  /** Address of this site, for the log of the other one. */
  asker?: string;
  /** Ends the check early; the outcome is then `silent`. */
  signal?: AbortSignal;
  /** Rules of sites for programs. Undefined: a person started the check, and the rules do not apply. */
  robots?: Robots;
}

/** Checks links, a few at a time. Leaves out links for which the time was too short. */
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

/** Checks one link by HEAD, and by GET where the response to HEAD is ambiguous. */
export async function tryLink(
  address: string,
  { asker, signal: ends, robots }: LinkAsker = {},
  rules: LinkRules = RULES,
): Promise<LinkState> {
  // robots.txt gets as much time as the link.
  const timeout = AbortSignal.timeout(robots ? 2 * TIME : TIME);
  const signal = ends ? AbortSignal.any([timeout, ends]) : timeout;
  const context: RequestContext = { signal, rules, agent: asker ? `${AGENT} (+${asker})` : AGENT };
  const statusOf = async (method: 'HEAD' | 'GET') => {
    const before = async (url: URL) => robots?.assertAllowed(url, context);
    return (await follow(address, { method, redirects: MAX_REDIRECTS, before }, context)).status;
  };
  try {
    if (!AMBIGUOUS.has(await statusOf('HEAD'))) return 'found';
    return GONE.has(await statusOf('GET')) ? 'gone' : 'found';
  } catch (error) {
    if (error instanceof KeptOut) return 'kept-out';
    if (error instanceof Unsure) return 'unsure';
    return error instanceof Refused ? 'private' : 'silent';
  }
}
