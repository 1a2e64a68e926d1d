import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/web/api-client.ts';
import type { Subscription } from '../contract.ts';
import { awaitConfirmation, pauseBefore } from './await-confirmation.ts';

const as = (status: Subscription['status']): Subscription => ({
  status,
  nextPaymentAt: null,
  accessUntil: null,
  canUndo: false,
  isTest: false,
});
const answer = (status: number) => new ApiError(status, '{"message":"No"}');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that answers these, one after the other, and the last one from then on. */
function server(...answers: (Subscription | Error)[]) {
  const asked: number[] = [];
  const begun = Date.now();
  return {
    asked,
    async ask() {
      const said = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(Date.now() - begun);
      if (said instanceof Error) throw said;
      return said ?? null;
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

test('asks until it is no longer pending, and answers what it has come to', async () => {
  const { ask, asked } = server(as('pending'), as('pending'), as('active'));
  const waiting = awaitConfirmation(ask, signal);
  await vi.runAllTimersAsync();
  expect(await waiting).toMatchObject({ status: 'active' });
  expect(asked).toEqual([2_000, 5_000, 9_500]);
});

test('a question that is lost, or comes too often, is asked again', async () => {
  const { ask, asked } = server(new TypeError('Failed to fetch'), answer(503), answer(429), as('active'));
  const waiting = awaitConfirmation(ask, signal);
  await vi.runAllTimersAsync();
  expect(await waiting).toMatchObject({ status: 'active' });
  expect(asked).toHaveLength(4);
});

test.each([404, 409])('the server’s no, %i, ends the waiting', async (status) => {
  const waiting = awaitConfirmation(server(as('pending'), answer(status)).ask, signal);
  const told = expect(waiting).rejects.toMatchObject({ status });
  await vi.runAllTimersAsync();
  await told;
});

test('nobody asks once nobody waits, nor for longer than an hour', async () => {
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
