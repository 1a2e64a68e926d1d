import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecurringJob } from './recurring-job.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const logged: unknown[][] = [];
beforeEach(() => void logged.splice(0));

/** A job whose rounds end at the test's command. */
class TestJob extends RecurringJob {
  readonly rounds: ReturnType<typeof Promise.withResolvers<void>>[] = [];

  constructor(atOnce = false) {
    super({
      interval: 1000,
      atOnce,
      log: { warn: (...line) => logged.push(line) },
      failure: 'a round failed',
      run: () => {
        const round = Promise.withResolvers<void>();
        this.rounds.push(round);
        this.stopping.addEventListener('abort', () => round.resolve());
        return round.promise;
      },
    });
  }
}

test('rounds begin at each interval, and the first one optionally at the start', async () => {
  const [late, early] = [new TestJob(), new TestJob(true)];
  for (const job of [late, early]) job.start();
  expect([late.rounds.length, early.rounds.length]).toEqual([0, 1]);
  early.rounds[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect([late.rounds.length, early.rounds.length]).toEqual([1, 2]);
  await Promise.all([late.stop(), early.stop()]);
});

test('one round runs at a time', async () => {
  const job = new TestJob(true);
  job.start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(job.rounds).toHaveLength(1);
  job.rounds[0]?.resolve();
  await vi.advanceTimersByTimeAsync(999);
  expect(job.rounds).toHaveLength(1);
  await job.stop();
});

test('callers that wake the job share the next round that begins, and wait for it', async () => {
  const job = new TestJob(true);
  job.start();
  let ended = 0;
  const woken = [job.wake(), job.wake()].map((round) => round.then(() => (ended += 1)));
  job.rounds[0]?.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect([job.rounds.length, ended]).toEqual([2, 0]);
  job.rounds[1]?.resolve();
  await Promise.all(woken);
  const again = job.wake();
  expect(job.rounds).toHaveLength(3);
  job.rounds[2]?.resolve();
  await again;
  await job.stop();
});

test('a round that fails is logged, and the next one begins', async () => {
  const job = new TestJob(true);
  job.start();
  const error = new Error('The database is gone.');
  job.rounds[0]?.reject(error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(logged).toEqual([[{ err: error }, 'a round failed']]);
  expect(job.rounds).toHaveLength(2);
  await job.stop();
});

test('a stop signals the present round, waits for it, and prevents further ones', async () => {
  const job = new TestJob(true);
  job.start();
  await job.stop();
  await vi.advanceTimersByTimeAsync(5000);
  await job.wake();
  expect(job.rounds).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
