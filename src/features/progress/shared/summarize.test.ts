import { expect, test } from 'vitest';
import { MAX_PLACES } from '../contract/calls.ts';
import { type PlacedReport, summarize } from './summarize.ts';

const report = (
  dropletId: number,
  waveId: number,
  at: number,
  seenAt: number | null = null,
): PlacedReport => ({
  dropletId,
  waveId,
  oceanId: 100 + waveId,
  total: 3,
  position: dropletId * 1000,
  furthest: 0,
  seenAt,
  at,
});

test('ends are listed by wave, and each wave has its newest place', () => {
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
    places: [
      { waveId: 2, dropletId: 4, position: 4000, seen: true, at: 30 },
      { waveId: 1, dropletId: 2, position: 2000, seen: false, at: 20 },
      { waveId: 3, dropletId: 5, position: 5000, seen: false, at: 5 },
    ],
  });
  expect(summarize([])).toEqual({ waves: [], places: [] });
});

test('only the newest places are listed', () => {
  const { places } = summarize(Array.from({ length: 50 }, (_, n) => report(n + 1, n + 1, n + 1)));
  expect(places).toHaveLength(MAX_PLACES);
  expect(places[0]?.at).toBe(50);
});
