import { DAY } from '#platform/text/time-units.ts';
import { follow, NoConnection, Refused, type RequestContext, TooManyRedirects } from '../ask-address.ts';
import { type IsAllowed, parseRobots } from './parse-robots.ts';

/** Name of this program for other sites: the product token of RFC 9309, which robots.txt may name. */
export const AGENT = 'Stillwater-link-check';

/** The site's robots.txt disallows an address for this program. */
export class KeptOut extends Error {}
/** The site's robots.txt could not be read. RFC 9309 then disallows everything. */
export class Unsure extends Error {}

/** Time for one robots.txt with its redirects, in ms. */
const TIME = 5000;
/** RFC 9309, 2.3.1.2. */
const MAX_REDIRECTS = 5;
/** Bytes to read; RFC 9309, 2.5, requires at least 500 KiB. */
const MAX_BYTES = 512_000;
/** Lifetime of cached rules, in ms. RFC 9309, 2.4, allows a day. */
const LIFETIME = DAY;
/** Maximum number of sites with cached rules. The oldest is removed. */
const MAX_SITES = 100;

/** Robots.txt rules of sites (RFC 9309). Each site is asked once a day. */
export class Robots {
  readonly #known = new Map<string, { until: number; isAllowed: IsAllowed | null }>();

  /** Throws {@link KeptOut}, {@link Unsure}, or the error of the connection. */
  async assertAllowed(url: URL, context: RequestContext): Promise<void> {
    const known = this.#known.get(url.origin);
    const isAllowed = known && Date.now() < known.until ? known.isAllowed : await this.#read(url, context);
    if (isAllowed === null) throw new Unsure();
    if (!isAllowed(url.pathname + url.search)) throw new KeptOut();
  }

  async #read(url: URL, context: RequestContext): Promise<IsAllowed | null> {
    const isAllowed = await readRules(url, context);
    this.#known.delete(url.origin);
    this.#known.set(url.origin, { until: Date.now() + LIFETIME, isAllowed });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_SITES && oldest !== undefined) this.#known.delete(oldest);
    return isAllowed;
  }
}

/** Returns null when the site's rules cannot be read. Throws when there is no connection to the site. */
async function readRules({ host, origin }: URL, context: RequestContext): Promise<IsAllowed | null> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME)]);
  try {
    const options = { method: 'GET', redirects: MAX_REDIRECTS, bytes: MAX_BYTES } as const;
    const { status, text } = await follow(`${origin}/robots.txt`, options, { ...context, signal });
    // 429 asks for fewer requests. Every other 4xx means that the site has no rules.
    if (status >= 500 || status === 429) return null;
    return status >= 200 && status < 300 ? parseRobots(text, AGENT) : () => true;
  } catch (error) {
    if (error instanceof TooManyRedirects) return () => true;
    const isDown = error instanceof NoConnection && error.host === host;
    if (isDown || error instanceof Refused || context.signal.aborted) throw error;
    return null;
  }
}
