import { ENTERED_COOKIE } from '../contract/headers.ts';

/** The cookies of a request on which the fast path depends. */
interface Cookies {
  session: string | undefined;
  /** Value of the entered cookie. */
  entry: string | undefined;
  routerOnly: boolean;
}

/** Names of cookies; see `ReaderLookup`. */
interface Names {
  sessionCookie: string;
  routerOnlyCookies: readonly string[];
}

/** Reads a cookie header into values by name. */
type ParseCookies = (header: string) => Record<string, string | undefined>;

const NONE: Cookies = { session: undefined, entry: undefined, routerOnly: false };

/** Limits of the memo of parsed headers: number of entries, and characters of a header. */
const MAX_MEMOIZED = 100;
const MAX_MEMOIZED_LENGTH = 200;

/**
 * Parses cookie headers. Never memoizes those with a session or a router-only cookie, because they are
 * personal.
 */
export class RequestCookies {
  readonly #names: Names;
  readonly #parse: ParseCookies;
  readonly #memo = new Map<string, Cookies>();

  constructor(names: Names, parse: ParseCookies) {
    this.#names = names;
    this.#parse = parse;
  }

  of(header: string | undefined): Cookies {
    if (header === undefined) return NONE;
    const known = this.#memo.get(header);
    if (known) return known;
    const { sessionCookie, routerOnlyCookies } = this.#names;
    const parsed = this.#parse(header);
    const cookies = {
      session: parsed[sessionCookie],
      entry: parsed[ENTERED_COOKIE],
      routerOnly: routerOnlyCookies.some((name) => parsed[name] !== undefined),
    };
    const isAnonymous = cookies.session === undefined && !cookies.routerOnly;
    if (isAnonymous && this.#memo.size < MAX_MEMOIZED && header.length < MAX_MEMOIZED_LENGTH)
      this.#memo.set(header, cookies);
    return cookies;
  }
}
