import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR } from '#platform/text/time-units.ts';
import type { Mark, Report } from '../contract/schemas.ts';
import { afterSeen, isDue, mergeAllMarks, mergeMarks, WAITS } from './marks.ts';
import { mergeAll } from './merge-reports.ts';

const START = Date.UTC(2026, 0, 1, 20);

test('a droplet returns after 2, 7, 21 and 60 days, each once it was seen, and then no more', () => {
  let mark: Mark = { dropletId: 1, step: 0, at: START };
  for (const days of WAITS) {
    const day = mark.at + days * DAY;
    expect(isDue(mark, day - 13 * HOUR)).toBe(false);
    expect(afterSeen(mark, day - 13 * HOUR)).toBe(mark);
    expect(isDue(mark, day - 12 * HOUR)).toBe(true);
    // The mark stays until the reader has seen the droplet, however late.
    expect(isDue(mark, day + 400 * DAY)).toBe(true);
    mark = afterSeen(mark, day);
    expect(mark.at).toBe(day);
  }
  expect(mark.step).toBeNull();
  expect(isDue(mark, mark.at + 1_000 * DAY)).toBe(false);
});

/** Few values, so that equal times and droplets are frequent. */
const someMarks = fc.array(
  fc.record({
    dropletId: fc.integer({ min: 1, max: 2 }),
    step: fc.option(fc.nat(3)),
    at: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const byDroplet = (marks: readonly Mark[]) => [...marks].sort((a, b) => a.dropletId - b.dropletId);

test('any order, any repetition and any grouping of marks end the same, and no later mark disappears', () => {
  const shuffled = someMarks.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(list.length)),
  );
  fc.assert(
    fc.property(shuffled, ([list, other, cut]) => {
      const once = byDroplet(mergeAllMarks(list));
      expect(byDroplet(mergeAllMarks(other))).toEqual(once);
      expect(byDroplet(mergeAllMarks([...once, ...list, ...once]))).toEqual(once);
      const parts = [...mergeAllMarks(list.slice(cut)), ...mergeAllMarks(list.slice(0, cut))];
      expect(byDroplet(mergeAllMarks(parts))).toEqual(once);
      for (const mark of list) {
        const kept = once.find(({ dropletId }) => dropletId === mark.dropletId) as Mark;
        expect(mergeMarks(kept, mark)).toEqual(kept);
        expect(kept.at).toBeGreaterThanOrEqual(mark.at);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** A member's device: its waiting entries, its clock's error, and its knowledge of the account. */
interface Device {
  skew: number;
  waiting: { reports: Report[]; marks: Mark[] };
}

/** The account, with the server's rule that no time lies in the future. */
function makeAccount() {
  let reports: Report[] = [];
  let marks: Mark[] = [];
  return {
    read: () => ({ reports, marks }),
    receive(device: Device['waiting'], now: number) {
      const clamp = <T extends { at: number }>(one: T): T => ({ ...one, at: Math.min(one.at, now) });
      reports = mergeAll([...reports, ...device.reports.map(clamp)]);
      marks = mergeAllMarks([...marks, ...device.marks.map(clamp)]);
    },
  };
}

const steps = fc.array(
  fc.record({
    device: fc.nat(1),
    hours: fc.integer({ min: 1, max: 40 }),
    droplet: fc.integer({ min: 1, max: 3 }),
    position: fc.nat(60_000),
    does: fc.constantFrom('watches', 'sees', 'asks', 'sends', 'sends and crashes'),
  }),
  { minLength: 1, maxLength: 40 },
);

test('two devices, offline, with wrong clocks and crashes lose no position, no dot and no mark', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: -DAY, max: DAY }), (list, skew) => {
      const devices = [0, skew].map((one): Device => ({ skew: one, waiting: { reports: [], marks: [] } }));
      const account = makeAccount();
      const furthest = new Map<number, number>();
      const seen = new Set<number>();
      const asked = new Set<number>();
      let now = START;
      const send = (device: Device, crashes: boolean) => {
        account.receive(device.waiting, now);
        // After a crash the response is lost, and the device sends everything again.
        if (!crashes) device.waiting = { reports: [], marks: [] };
      };
      for (const { device: index, hours, droplet, position, does } of list) {
        now += hours * HOUR;
        const device = devices[index] as Device;
        const at = now + device.skew;
        if (does === 'asks') {
          asked.add(droplet);
          device.waiting.marks.push({ dropletId: droplet, step: 0, at });
        } else if (does === 'watches' || does === 'sees') {
          const seenAt = does === 'sees' ? at : null;
          device.waiting.reports.push({ dropletId: droplet, position, furthest: position, seenAt, at });
          furthest.set(droplet, Math.max(position, furthest.get(droplet) ?? 0));
          if (seenAt) seen.add(droplet);
        } else send(device, does === 'sends and crashes');
      }
      for (const device of devices) send(device, true);
      for (const device of devices) send(device, false);
      const { reports, marks } = account.read();
      for (const [droplet, position] of furthest)
        expect(reports.find(({ dropletId }) => dropletId === droplet)?.furthest).toBe(position);
      for (const droplet of seen)
        expect(reports.find(({ dropletId }) => dropletId === droplet)?.seenAt).not.toBeNull();
      for (const droplet of asked) expect(marks.find(({ dropletId }) => dropletId === droplet)?.step).toBe(0);
    }),
    { numRuns: 500 },
  );
});
