import { describe, expect, test } from 'vitest';
import type { Progress, Stop } from '#features/progress/contract/schemas.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { Droplet, Wave } from '../../contract/schemas.ts';
import { dayOf, isWelcomeDue, nextWelcome } from './away.ts';
import { type CatalogueReader, chooseWelcome, type ReaderState } from './choose-welcome.ts';
import { describeReasons, describeTime } from './describe-welcome.ts';

const NOW = new Date(2026, 4, 20, 8).getTime();

/** Two oceans of two waves of four droplets: ocean 1 has the waves 11 and 12, which have 111 to 124. */
const waves = [11, 12, 21, 22].map((id) => ({ id, oceanId: Math.floor(id / 10) }) as Wave);
function catalogueOf(locked: readonly number[] = []): CatalogueReader {
  const droplet = (id: number) =>
    ({ id, waveId: Math.floor(id / 10), locked: locked.includes(id), duration: 1 }) as Droplet;
  return {
    wave: async (id) => waves.find((wave) => wave.id === id) ?? null,
    wavesIn: async (oceanId) => waves.filter((wave) => wave.oceanId === oceanId),
    dropletsIn: async (waveId) => [1, 2, 3, 4].map((n) => droplet(waveId * 10 + n)),
  };
}

const stop = (waveId: number, daysAgo = 4): Stop => ({
  ...{ waveId, dropletId: waveId * 10 + 1, position: 20_000, seen: false },
  at: NOW - daysAgo * DAY,
});
const seen = (waveId: number, ...ids: number[]) => ({ waveId, oceanId: 1, total: 4, seen: ids });

const NOTHING: ReaderState = {
  progress: { stops: [], waves: [], again: [] },
  saved: { oceans: [], waves: [], droplets: [] },
  next: null,
};
const choose = (state: Partial<ReaderState>, locked: number[] = []) =>
  chooseWelcome({ ...NOTHING, ...state }, catalogueOf(locked), NOW);
const progress = (fields: Partial<Progress>) => ({ ...NOTHING.progress, ...fields });
const idsOf = (welcome: Awaited<ReturnType<typeof choose>>) => welcome?.lessons.map((one) => one.dropletId);

describe('lessons for somebody who was away', () => {
  test('come from a saved ocean, before one that was only begun', async () => {
    const state = {
      progress: progress({ stops: [stop(11)] }),
      saved: { ...NOTHING.saved, oceans: [{ id: 2 }] },
    };
    const welcome = await choose(state);
    expect(welcome).toMatchObject({ oceanId: 2, saved: { kind: 'ocean', id: 2 }, begunWaveId: null });
    expect(idsOf(welcome)).toEqual([211, 212, 213]);
    expect(await choose(state)).toEqual(welcome);
  });

  test('are unseen, open and not the one to continue with; the begun wave comes first', async () => {
    const welcome = await choose(
      {
        progress: progress({ stops: [stop(12)], waves: [seen(12, 122)] }),
        next: { id: 121, waveId: 12 },
      },
      [123],
    );
    expect(idsOf(welcome)).toEqual([124, 111, 112]);
    expect(welcome).toMatchObject({ begunWaveId: 12, saved: null, againDropletId: null });
  });

  test('begin with saved ones, and end with a due mark', async () => {
    const again = [{ dropletId: 112, waveId: 11, step: 0, at: NOW - 5 * DAY }];
    const welcome = await choose({
      progress: progress({ stops: [stop(11)], waves: [seen(11, 112)], again }),
      saved: { ...NOTHING.saved, droplets: [{ id: 123, waveId: 12 }] },
    });
    expect(idsOf(welcome)).toEqual([123, 111, 112]);
    expect(welcome).toMatchObject({ saved: { kind: 'droplet', id: 123 }, againDropletId: 112 });
    const later = [{ ...again[0], at: NOW }] as typeof again;
    expect(await choose({ progress: progress({ stops: [stop(11)], again: later }) })).toMatchObject({
      againDropletId: null,
    });
  });

  test('come from the next ocean if one has too few left; without any sign there are none', async () => {
    const all = [111, 112, 113, 114, 121, 122];
    const waves1 = [seen(11, 111, 112, 113, 114), seen(12, 121, 122)];
    const begun = { stops: [stop(11), stop(12), stop(21)], waves: waves1 };
    expect((await choose({ progress: progress(begun) }))?.oceanId).toBe(2);
    expect((await choose({ progress: progress({ stops: [stop(11)] }) }, all))?.oceanId).toBeUndefined();
    expect(await choose({})).toBeNull();
    // A deleted wave gives no reason.
    expect(await choose({ progress: progress({ stops: [stop(99)] }) })).toBeNull();
  });
});

describe('a reader who was away', () => {
  const visits = (daysAgo: number, welcome: Progress['welcome'] = null) => ({
    stops: [stop(11, daysAgo)],
    welcome,
  });
  const chosen = (day: string) => ({
    ...{ day, oceanId: 1, lessons: [{ dropletId: 111, waveId: 11 }] },
    ...{ saved: null, begunWaveId: 11, againDropletId: null },
  });

  test('is welcomed after three days, on the morning of the third, and for all of that day', () => {
    expect(isWelcomeDue(visits(2), NOW)).toBe(false);
    expect(isWelcomeDue(visits(2.6), NOW)).toBe(true);
    expect(isWelcomeDue({ stops: [], welcome: null }, NOW)).toBe(false);
    // The reader has just seen one of the lessons.
    expect(isWelcomeDue(visits(0, chosen(dayOf(NOW))), NOW)).toBe(true);
    expect(isWelcomeDue(visits(0, chosen(dayOf(NOW - DAY))), NOW)).toBe(false);
  });

  test('gets room reserved on the next page: now, tomorrow, or after three days', () => {
    expect(nextWelcome(visits(4), NOW, false)).toBe(NOW);
    expect(nextWelcome(visits(4), NOW, true)).toBe(new Date(2026, 4, 21).getTime());
    expect(nextWelcome(visits(1), NOW, true)).toBe(NOW + 1.5 * DAY);
    expect(nextWelcome({ stops: [], welcome: null }, NOW, false)).toBe(Number.POSITIVE_INFINITY);
  });

  test('has the date of their time zone', () => {
    expect(dayOf(new Date(2026, 0, 5, 0, 0, 1).getTime())).toBe('2026-01-05');
    expect(dayOf(new Date(2026, 11, 31, 23, 59).getTime())).toBe('2026-12-31');
  });
});

test('the texts say how long the lessons take, and why they were chosen', () => {
  const minutes = (...durations: number[]) =>
    describeTime(
      durations.map((duration) => ({ duration })),
      'Breath',
    );
  expect(minutes(1, 1, 1)).toBe('Three quiet minutes from Breath');
  expect(minutes(0.5)).toBe('One quiet minute from Breath');
  expect(minutes(5, 5, 5)).toBe('15 quiet minutes from Breath');
  expect(describeReasons({ saved: true, begun: 'The Long Exhale', again: 'Hum It Out' })).toBe(
    'You saved this ocean and began The Long Exhale. You asked for Hum It Out again some day.',
  );
  expect(describeReasons({ saved: 'Hum It Out', begun: null, again: null })).toBe('You saved Hum It Out.');
  expect(describeReasons({ saved: null, begun: null, again: 'Rest' })).toBe(
    'You asked for Rest again some day.',
  );
});
