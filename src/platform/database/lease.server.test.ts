import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLease } from '#platform/database/lease.ts';
import type { Database } from '#platform/database/open.ts';
import { CLOCK_TOLERANCE } from '#platform/text/time-units.ts';
import { openTestDatabase } from '#test/database/test-database.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

const SHORT = 900;
const LONG = 60_000;

/** Moves the clock past the end of a long lease. */
const outlive = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LONG + 1 });

test('exactly one of several nodes that start at once does the work', async () => {
  let done = 0;
  const asked = Array.from({ length: 10 }, () =>
    withLease(database.db, 'sweep', LONG, async () => {
      done += 1;
      await sleep(20);
      return 'swept';
    }),
  );
  const answers = await Promise.all(asked);
  expect(done).toBe(1);
  expect(answers.filter((answer) => answer === 'swept')).toHaveLength(1);
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(9);
});

test('the work runs again only after its interval, and names are independent', async () => {
  const ask = (name: string) => withLease(database.db, name, LONG, async () => true);
  expect(await ask('sweep')).toBe(true);
  expect(await ask('sweep')).toBeUndefined();
  expect(await ask('payments')).toBe(true);
  outlive();
  expect(await ask('sweep')).toBe(true);
});

test('a lease from a clock that was a day ahead does not delay the work', async () => {
  const ask = () => withLease(database.db, 'sweep', LONG, async () => true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect(await ask()).toBe(true);
  vi.useRealTimers();
  expect(await ask()).toBe(true);
  expect(await ask()).toBeUndefined();
});

test('a lease from a clock that is less than the tolerance ahead is valid on other nodes', async () => {
  const ask = () => withLease(database.db, 'sweep', SHORT, async () => true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + CLOCK_TOLERANCE - 1_000 });
  expect(await ask()).toBe(true);
  vi.useRealTimers();
  expect(await ask()).toBeUndefined();
});

test('work that takes longer than its lease renews it', async () => {
  let overlapping = 0;
  const long = withLease(database.db, 'sweep', SHORT, async (signal) => {
    for (let round = 0; round < 5; round += 1) {
      await sleep(SHORT / 3);
      await withLease(database.db, 'sweep', SHORT, async () => {
        overlapping += 1;
      });
    }
    return signal.aborted;
  });
  expect(await long).toBe(false);
  expect(overlapping).toBe(0);
});

test('work that has lost its lease gets an abort signal', async () => {
  const reason = await withLease(database.db, 'sweep', SHORT, async (signal) => {
    await database.db.updateTable('leases').set({ holder: 'another node' }).execute();
    const patience = AbortSignal.timeout(10_000);
    while (!signal.aborted && !patience.aborted) await sleep(10);
    return signal.reason;
  });
  expect(String(reason)).toContain('The lease sweep was lost');
});

test('a node that cannot renew its lease loses it in time, though its clock was set back', async () => {
  const rename = (from: string, to: string) => database.db.schema.alterTable(from).renameTo(to).execute();
  const reason = await withLease(database.db, 'sweep', SHORT, async (signal) => {
    await rename('leases', 'unreachable');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const patience = AbortSignal.timeout(10_000);
    while (!signal.aborted && !patience.aborted) await sleep(10);
    return signal.reason;
  });
  await rename('unreachable', 'leases');
  expect(String(reason)).toContain('The lease sweep was lost');
});

test('failing work throws, and runs again only after its interval', async () => {
  const failing = withLease(database.db, 'sweep', LONG, async () => {
    throw new Error('no luck');
  });
  await expect(failing).rejects.toThrow('no luck');
  expect(await withLease(database.db, 'sweep', LONG, async () => true)).toBeUndefined();
  outlive();
  expect(await withLease(database.db, 'sweep', LONG, async () => true)).toBe(true);
});
