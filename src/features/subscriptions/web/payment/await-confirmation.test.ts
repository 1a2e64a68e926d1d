import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/web/api-error.ts';
import type { Subscription } from '../../contract/schemas.ts';
import { awaitConfirmation, pauseBefore } from './await-confirmation.ts';

const as = (status: Subscription['status']): Subscription => ({
  status,
  nextPaymentAt: null,
  paidUntil: null,
  accessUntil: null,
  canUndo: false,
  isTest: false,
  price: { cents: 2000, currency: 'USD', interval: 'month' },
});
const refusal = (status: number) => new ApiError(status, '{"message":"No"}');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that gives these answers in order, then the last one again and again. */
function server(...answers: (Subscription | Error)[]) {
  const asked: number[] = [];
  const begun = Date.now();
  return {
    asked,
    async ask() {
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(Date.now() - begun);
      if (answer instanceof Error) throw answer;
      return answer ?? null;
    },
  };
}

const { signal } = new AbortController();

test('the pauses grow from two seconds to a minute', () => {
  const pauses = Array.from({ length: 20 }, (_, n) => pauseBefore(n));
  expect(pauses[0]).toBe(2_000);
  expect(pauses.every((pause, n) => n === 0 || pause >= (pauses[n - 1] ?? 0))).toBe(true);
  expect(pauses.at(-1)).toBe(60_000);
});

test('asks until the payment is no longer pending, then returns the subscription', async () => {
  const { ask, asked } = server(as('pending'), as('pending'), as('active'));
  const waiting = awaitConfirmation(ask, signal);
  await vi.runAllTimersAsync();
  expect(await waiting).toMatchObject({ status: 'active' });
  expect(asked).toEqual([2_000, 5_000, 9_500]);
});

test('a request that is lost, or refused by a rate limit, is repeated', async () => {
  const { ask, asked } = server(new TypeError('Failed to fetch'), refusal(503), refusal(429), as('active'));
  const waiting = awaitConfirmation(ask, signal);
  await vi.runAllTimersAsync();
  expect(await waiting).toMatchObject({ status: 'active' });
  expect(asked).toHaveLength(4);
});

test.each([404, 409])('the server’s refusal %i ends the wait', async (status) => {
  const waiting = awaitConfirmation(server(as('pending'), refusal(status)).ask, signal);
  const rejection = expect(waiting).rejects.toMatchObject({ status });
  await vi.runAllTimersAsync();
  await rejection;
});

test('requests end with the wait, and after an hour', async () => {
  const leaving = new AbortController();
  const short = server(as('pending'));
  const left = awaitConfirmation(short.ask, leaving.signal);
  await vi.advanceTimersByTimeAsync(6_000);
  leaving.abort();
  await vi.runAllTimersAsync();
  expect(await left).toBeNull();
  expect(short.asked).toHaveLength(2);

  const long = server(as('pending'));
  const waiting = awaitConfirmation(long.ask, signal);
  await vi.runAllTimersAsync();
  expect(await waiting).toBeNull();
  expect(long.asked.at(-1)).toBeGreaterThan(55 * 60_000);
  expect(long.asked.length).toBeLessThan(80);
});
