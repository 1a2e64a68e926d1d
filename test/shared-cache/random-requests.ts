import { CACHEABLE_PAGES, cacheablePaths, cookieOf, SECRET } from '../tiers-fixture.ts';
import type { CachedSite } from './cached-site.ts';

/* Random requests of five kinds of readers through a shared cache. */

/** Personal addresses, some of which a cache could mistake for a file. */
const PERSONAL = ['/account', '/favorites', '/api/user', '/api/favorites', '/api/csrf-token', '/auth'];
const DECEPTIVE = [
  ...['/account/x.css', '/account;x.css', '/account%2Fx.css', '/account/%2e%2e/app.css', '/api/user/x.css'],
  ...['/api/user?x.css', '/favorites/a.js', '/account?/covers/x.svg', '/assets/%2e%2e/account'],
  ...['/covers/%2e%2e/account', '/media/../account', '//account', '/oceans/1?x=/account', '/ACCOUNT'],
];
/** Client headers that are in no cache key. */
const JUNK: Record<string, string>[] = [
  {},
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
  { 'x-original-url': '/admin', 'x-rewrite-url': '/account', 'x-http-method-override': 'POST' },
  { 'x-content-stamp': '999.1', 'x-content-version': '999', 'x-revoked-entries': ',,', 'surrogate-key': 'x' },
  { accept: 'application/json', 'accept-language': 'de', 'x-forwarded-for': '203.0.113.9' },
  { accept: 'text/html', 'user-agent': 'Googlebot', referer: 'https://evil.example/', origin: 'null' },
  { 'cache-control': 'no-cache', pragma: 'no-cache', 'sec-fetch-mode': 'navigate' },
];
const ENCODINGS = ['br', 'gzip', 'gzip, deflate, br, zstd', 'identity', 'br;q=0, gzip;q=0.5', ''];
/** Cookies of visitors without an effect on shared responses. */
const HARMLESS = ['', 'stillwater_comfort=dark', 'stillwater_player=%7B%7D; other=stillwater', 'a=b'];

interface RandomReader {
  name: string;
  cookie: string;
  /** Whether responses to this reader may contain premium content. */
  maySeeSecret: boolean;
}

export async function randomReaders({ a }: CachedSite): Promise<RandomReader[]> {
  const of = async (role: 'free' | 'subscriber' | 'admin') =>
    cookieOf(await a.signedIn(role, { username: `the-${role}-person` })).cookie as string;
  return [
    { name: 'visitor', cookie: '', maySeeSecret: false },
    { name: 'entered', cookie: 'stillwater_entered=1', maySeeSecret: false },
    { name: 'free', cookie: await of('free'), maySeeSecret: false },
    { name: 'subscriber', cookie: await of('subscriber'), maySeeSecret: true },
    { name: 'admin', cookie: await of('admin'), maySeeSecret: true },
  ];
}

/** Creates a reproducible generator of random numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const AT_ONCE = 24;

/** Sends this many requests, and returns the differences to the node's own responses, as text. */
export async function compareRandomly(
  site: CachedSite,
  readers: readonly RandomReader[],
  { count, seed }: { count: number; seed: number },
): Promise<string[]> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T;
  const shareable = [...cacheablePaths(site.a), ...CACHEABLE_PAGES];
  const expected = new Map<string, Promise<string>>();
  const wrong: string[] = [];
  const one = async () => {
    const reader = pick(readers);
    const path = pick(random(4) > 0 ? shareable : [...PERSONAL, ...DECEPTIVE]);
    const junk = pick(JUNK);
    const cookies = [reader.cookie, reader.cookie.includes('session') ? '' : pick(HARMLESS)];
    const cookie = cookies.filter(Boolean).join('; ');
    const headers = { ...junk, 'accept-encoding': pick(ENCODINGS), ...(cookie && { cookie }) };
    const accept = junk.accept ?? '*/*';
    const key = `${reader.name} ${path} ${accept}`;
    let known = expected.get(key);
    if (!known) {
      known = site
        .askNode(path, { accept, ...(reader.cookie && { cookie: reader.cookie }) })
        .then((answer) => essence(answer, path));
      expected.set(key, known);
    }
    const answer = await site.ask(path, headers);
    const about = `${reader.name} ${path} ${JSON.stringify(junk)} ${cookie && 'with cookies'}`;
    if (essence(answer, path) !== (await known)) wrong.push(`${about}: differs (${answer.status})`);
    if (!reader.maySeeSecret && answer.text.includes(SECRET)) wrong.push(`${about}: premium content`);
    for (const other of readers)
      if (
        other.name !== reader.name &&
        answer.text.includes(`the-${other.name}-person`) &&
        reader.name !== 'admin'
      )
        wrong.push(`${about}: names another person`);
    if (/public/.test(answer.headers['cache-control'] ?? '') && answer.text.includes('-person'))
      wrong.push(`${about}: a person in a public answer`);
  };
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return wrong;
}

/**
 * Selects the parts that must be equal. CSRF token, request id and an account's times differ in each
 * response.
 */
function essence({ status, headers, text }: Awaited<ReturnType<CachedSite['ask']>>, path: string): string {
  let body = text.replace(/"requestId":"[^"]*"/, '');
  if (path === '/api/csrf-token') body = '';
  if (/account/i.test(path) && status === 200) body = (text.match(/the-\w+-person/g) ?? []).join();
  return JSON.stringify([status, headers['content-type'], headers.location, body]);
}
