import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { Progress, Report } from '../../contract/schemas.ts';
import { Recorder } from './recorder.ts';
import { progressKey } from './use-progress.ts';

/** A film of a minute. */
const DURATION = 60;

let sent: Report[];
const api = (async (_call: unknown, { body }: { body: { reports: Report[] } }) => {
  sent.push(...body.reports);
}) as unknown as Api;

let userId = 100;
let queries: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener() {}, documentElement: { dataset: { begun: 'open' } } });
  sent = [];
  // A reader of their own, because the recorder remembers what was played on the page.
  userId += 1;
  queries = new QueryClient();
  queries.setQueryData(userQuery(api).queryKey, { id: userId } as never);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function setStop(position: number, seen: boolean): void {
  const stop = { dropletId: 1, waveId: 1, oceanId: 1, total: 2, position, seen, at: Date.now() };
  const progress = { remembers: true, waves: [], stops: [stop], again: [], welcome: null };
  queries.setQueryData<Progress>(progressKey(userId), progress);
}

/** Opens a lesson, plays each of the given parts, in seconds, and leaves it. */
async function visit(dropletId: number, ...parts: [from: number, to: number][]): Promise<Report | undefined> {
  const recorder = new Recorder(api, queries, { dropletId, waveId: 1, oceanId: 1, total: 2 });
  const moment = { duration: DURATION, speed: 1, waiting: false };
  for (const [from, to] of parts) {
    recorder.update({ ...moment, phase: 'paused', time: from });
    for (let time = from; time < to; time += 0.5) {
      recorder.update({ ...moment, phase: 'playing', time });
      await vi.advanceTimersByTimeAsync(500);
    }
    recorder.update({ ...moment, phase: to === DURATION ? 'ended' : 'paused', time: to });
  }
  recorder.report();
  await vi.advanceTimersByTimeAsync(0);
  return sent.filter((report) => report.dropletId === dropletId).at(-1);
}

test('a lesson that is played in parts is seen, also after another lesson of its wave', async () => {
  setStop(0, false);
  expect(await visit(1, [0, 40])).toMatchObject({ position: 40_000, seenAt: null });
  await visit(2, [0, 10]);
  expect(await visit(1, [40, DURATION])).toMatchObject({ seenAt: expect.any(Number) });
});

test('a lesson that was stopped on an earlier page is seen at its end', async () => {
  setStop(45_000, false);
  expect(await visit(1, [45, DURATION])).toMatchObject({ seenAt: expect.any(Number) });
});

test('a lesson that is moved to its end is not seen, and begins again', async () => {
  setStop(0, false);
  const notSeen = { position: 0, furthest: 60_000, seenAt: null };
  expect(await visit(1, [0, 5], [55, DURATION])).toMatchObject(notSeen);
  // An earlier viewing to the end is no played time of this one.
  setStop(60_000, true);
  expect(await visit(1, [55, DURATION])).toMatchObject(notSeen);
});
