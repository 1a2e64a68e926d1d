import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../contract/schemas.ts';
import { mergeAll, mergeReports } from './merge-reports.ts';

const report = (fields: Partial<Report> = {}): Report => ({
  dropletId: 1,
  position: 0,
  furthest: 0,
  seenAt: null,
  at: 1,
  ...fields,
});

test('the later position counts, the furthest and the first end stay', () => {
  const phone = report({ position: 50, furthest: 50, seenAt: 5, at: 5 });
  const desk = report({ position: 10, furthest: 60, seenAt: 9, at: 9 });
  const both = report({ position: 10, furthest: 60, seenAt: 5, at: 9 });
  expect(mergeReports(phone, desk)).toEqual(both);
  expect(mergeReports(desk, phone)).toEqual(both);
});

test('each droplet has one report, with what else is known of it', () => {
  const merged = mergeAll([
    { ...report({ at: 2, position: 20 }), waveId: 7 },
    { ...report({ at: 1, furthest: 90 }), waveId: 7 },
    { ...report({ dropletId: 2 }), waveId: 8 },
  ]);
  expect(merged).toEqual([
    { ...report({ at: 2, position: 20, furthest: 90 }), waveId: 7 },
    { ...report({ dropletId: 2 }), waveId: 8 },
  ]);
});

/** Few values, so that equal times and positions are frequent. */
const reports = fc.array(
  fc
    .record({
      position: fc.nat(3),
      furthest: fc.nat(3),
      seenAt: fc.option(fc.integer({ min: 1, max: 4 })),
      at: fc.integer({ min: 1, max: 3 }),
    })
    .map(report),
  { minLength: 2, maxLength: 8 },
);

test('any order, any repetition and any grouping of reports end the same, and lose no end', () => {
  const merge = (list: readonly Report[]) => list.reduce(mergeReports);
  const shuffled = reports.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.nat(list.length - 2),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([list, other, cut]) => {
      const once = merge(list);
      expect(merge(other)).toEqual(once);
      expect(merge([...list, ...other, once])).toEqual(once);
      expect(mergeReports(merge(list.slice(cut + 1)), merge(list.slice(0, cut + 1)))).toEqual(once);
      expect(once.furthest).toBe(Math.max(...list.map(({ furthest }) => furthest)));
      const ends = list.flatMap(({ seenAt }) => seenAt ?? []);
      expect(once.seenAt).toBe(ends.length > 0 ? Math.min(...ends) : null);
    }),
    { numRuns: 2_000 },
  );
});
