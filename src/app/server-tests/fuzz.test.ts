import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { readyEstimator } from '#features/accounts/server/password/weak-passwords.ts';
import type { Database } from '#platform/database/open.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { judge, markersIn } from '#test/fuzz/judge.ts';
import { Random } from '#test/fuzz/random.ts';
import { nextRequest, type Sent } from '#test/fuzz/requests.ts';
import { type Send, sender } from '#test/fuzz/send.ts';
import { BROWSERS, newBrowser, newWorld, refresh, type World } from '#test/fuzz/world.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';

/*
 * Requests generated from the contracts: valid, extreme and hostile ones, from six kinds of browsers.
 * `REQUESTS=50000` sets their number; `SEED` varies them.
 */

const REQUESTS = Number(process.env.REQUESTS ?? (process.env.TEST_ENGINE === 'postgres' ? 2000 : 3000));
const SEED = Number(process.env.SEED ?? 1);
/** Number of requests after which browsers, items and rate limits are reset. */
const ROUND = 150;
/** Maximum duration of a request, as a multiple of the 99th percentile. */
const SLOW_FACTOR = 20;
/**
 * Maximum processor time of a request in ms, including first ones. It does not depend on the machine's load.
 */
const MAX_WORK = 1000;
/** Maximum duration of a request, in ms. Only a run with REQUESTS has the machine to itself. */
const MAX_TIME = process.env.REQUESTS ? 1000 : Number.POSITIVE_INFINITY;
/** In ms, sufficient for a machine under load. */
const TIMEOUT = 300_000 + REQUESTS * 100;

let api: TestApi;
let world: World;
let send: Send & { close(): void };
let remove: () => Promise<void>;

beforeAll(async () => {
  // Loaded before the first request, as in production.
  await readyEstimator();
  const shared = await openSharedDatabase(1);
  remove = shared.remove;
  const [database] = shared.opened as [Database];
  const { version, querySync } = database;
  const pages = await builtPages();
  api = await startTestApi({ database, version, querySync, pages, trustProxy: ['127.0.0.1'] });
  send = sender(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  world = await newWorld(api);
});
afterAll(async () => {
  send.close();
  await api.stop();
  await remove();
});

const describe = ({ about, method, path, headers, body }: Sent) =>
  [
    `${about}: ${method} ${path.slice(0, 300)}`,
    JSON.stringify(headers).slice(0, 600),
    body?.toString().slice(0, 300),
  ].join(' ');

test('readers with access find the markers, so a leak would be noticed', async () => {
  const { subscriber, admin, free } = world.browsers;
  const addressOf = (kind: string) => {
    const [, item] = [...world.marked].find(([mark]) => mark.charAt(2) === kind) ?? [];
    return `/api/${item?.table}/${item?.id}`;
  };
  for (const [kind, { client }, path] of [
    ['l', subscriber, addressOf('l')],
    ['d', admin, addressOf('d')],
    ['p', admin, '/api/people'],
    ['c', free, '/api/user'],
  ] as const)
    expect([path, ...markersIn(await client.get(path))]).toContain(kind);
});

test(
  `none of ${REQUESTS} hostile requests fails, leaks or takes long`,
  async () => {
    const random = new Random(SEED);
    const found: string[] = [];
    const counts = new Map<string, number>();
    let mostWork = 0;
    const timed: { sent: Sent; ms: number }[] = [];
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
    for (let number = 0; number < REQUESTS && found.length < 20; number += 1) {
      if (number > 0 && number % ROUND === 0) await refresh(world);
      const name = random.pick([...BROWSERS, 'admin'] as const);
      const browser = world.browsers[name];
      const sent = nextRequest(world, browser, random);
      const received = await send(sent);
      timed.push({ sent, ms: received.ms });
      mostWork = Math.max(mostWork, received.work);
      if (received.work > MAX_WORK) found.push(`${received.work.toFixed()} ms of work: ${describe(sent)}`);
      count(`${received.status}`);
      count(sent.about);
      if (received.status < 300 && sent.about.startsWith(sent.method)) count(`${sent.about} succeeds`);
      if (received.status === 0) continue;
      for (const kind of markersIn(received)) count(`${kind} shown to ${name}`);
      for (const problem of await judge(world, browser, sent, received))
        found.push(
          `${problem}: as ${name}, ${describe(sent)} -> ${received.status} ${received.text.slice(0, 300)}`,
        );
      // The browser was logged out, disabled or deleted by its own request.
      if (received.status === 401 && browser.userId !== null)
        world.browsers[name] = await newBrowser(api, name);
    }
    expect(found.join('\n')).toBe('');
    expect(timed).toHaveLength(REQUESTS);
    const calls = timed.filter(({ sent }) => sent.about !== 'page').length;
    const { endpoints } = api.app;
    const unused = endpoints.filter(({ method, path }) => !counts.has(`${method} ${path}`));
    expect(unused).toHaveLength(Math.max(0, endpoints.length - calls));

    const times = timed.map(({ ms }) => ms).sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))] as number;
    const limit = Math.min(at(0.99) * SLOW_FACTOR, MAX_TIME);
    const slow: string[] = [];
    for (const { sent, ms } of timed.filter((one) => one.ms > limit)) {
      // A loaded machine delays a request once, a bad pattern each time.
      const again = [(await send(sent)).ms, (await send(sent)).ms, (await send(sent)).ms];
      if (Math.min(...again) > limit) slow.push(`${ms.toFixed()} ms: ${describe(sent)}`);
    }
    if (process.env.REQUESTS) report(counts, { median: at(0.5), p99: at(0.99), longest: at(1), mostWork });
    expect(slow.join('\n')).toBe('');
  },
  TIMEOUT,
);

function report(counts: Map<string, number>, times: Record<string, number>) {
  console.log(times, Object.fromEntries([...counts].sort()));
}
