import { expect, test } from 'vitest';
import { MAX_STOPS } from '../contract/calls.ts';
import { type ReportInWave, summarize, summarizeOpen } from './summarize.ts';

const report = (
  dropletId: number,
  waveId: number,
  at: number,
  seenAt: number | null = null,
): ReportInWave => ({
  dropletId,
  waveId,
  oceanId: 100 + waveId,
  total: 3,
  position: dropletId * 1000,
  furthest: 0,
  seenAt,
  at,
});

test('ends are listed by wave, and each wave has its newest stop', () => {
  expect(
    summarize([
      report(1, 1, 10, 10),
      report(2, 1, 20),
      report(3, 1, 15, 15),
      report(4, 2, 30, 30),
      report(5, 3, 5),
    ]),
  ).toEqual({
    waves: [
      { waveId: 1, oceanId: 101, total: 3, seen: [1, 3] },
      { waveId: 2, oceanId: 102, total: 3, seen: [4] },
    ],
    stops: [
      { waveId: 2, dropletId: 4, position: 4000, seen: true, at: 30 },
      { waveId: 1, dropletId: 2, position: 2000, seen: false, at: 20 },
      { waveId: 3, dropletId: 5, position: 5000, seen: false, at: 5 },
    ],
  });
  expect(summarize([])).toEqual({ waves: [], stops: [] });
});

test('only the newest stops are listed', () => {
  const { stops } = summarize(Array.from({ length: 50 }, (_, n) => report(n + 1, n + 1, n + 1)));
  expect(stops).toHaveLength(MAX_STOPS);
  expect(stops[0]?.at).toBe(50);
});

test('the open lesson is the last stop, although this device’s clock is days behind another', () => {
  const earlier = summarize([report(1, 1, 900), report(4, 2, 1_000)]);
  const stopsWith = (open: ReportInWave) =>
    summarizeOpen(open, earlier).stops.map(({ dropletId }) => dropletId);
  expect(stopsWith(report(5, 2, 20))).toEqual([5, 1]);
  expect(stopsWith(report(2, 1, 20))).toEqual([2, 4]);
  expect(stopsWith(report(9, 3, 20))).toEqual([9, 4, 1]);
});
