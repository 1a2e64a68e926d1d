import { DAY } from '#platform/text/time-units.ts';
import { answered, inTurn, moveTo, press, type Screen, visible } from './screen.ts';

const dateAt = (days: number) => new Date(Date.UTC(2026, 9, 26) + days * DAY).toISOString().slice(0, 10);
const NOW = [
  122, 134, 118, 141, 132, 96, 104, 138, 150, 144, 162, 139, 110, 118, 156, 171, 149, 158, 147, 121,
];
const opened = (day: number) => NOW[day] ?? 120 + ((day * 37) % 71);
const droplet = (id: number, title: string | null, counts: [number, number, number | 'few']) => ({
  ...{ id, title, opened: counts[0], half: counts[1], finished: counts[2] },
  ...{ saved: id * 7, shared: 'few' },
});

/** Counts of a month with visitors. */
const USAGE = {
  period: { from: dateAt(0), to: dateAt(27) },
  before: { from: dateAt(-28), to: dateAt(-1) },
  isEmpty: false,
  totals: {
    now: {
      opened: 4022,
      half: 3105,
      finished: 2610,
      saved: 412,
      shared: 63,
      signups: 148,
      members: 64,
      payers: 9,
    },
    before: {
      opened: 3551,
      half: 2700,
      finished: 2306,
      saved: 377,
      shared: 58,
      signups: 121,
      members: 52,
      payers: 7,
    },
  },
  unit: 'day',
  times: Array.from({ length: 28 }, (_, day) => ({
    ...{ from: dateAt(day), opened: opened(day), half: 80, finished: 71, saved: 9, shared: 'few' },
    openedBefore: Math.round(opened(day) * 0.84),
  })),
  droplets: [
    droplet(1, 'Tomorrow, on Paper', [118, 31, 'few']),
    droplet(2, 'Worry by Appointment, for the Hours Between Waking and the First Tea', [164, 96, 41]),
    droplet(3, null, [201, 170, 132]),
    droplet(4, 'Doorway Breath', [236, 214, 188]),
    droplet(5, 'One Breath, All the Way', [312, 290, 261]),
  ],
  dropletCount: 5,
  parents: [
    { kind: 'wave', id: 1, title: 'One Thing at a Time' },
    { kind: 'wave', id: 2, title: 'The Long Exhale' },
    { kind: 'ocean', id: 1, title: 'Focus' },
  ],
  reach: {
    parent: { kind: 'wave', id: 1, title: 'One Thing at a Time' },
    steps: [212, 168, 150, 121, 112, 98, 84, 61].map((count, index) => ({
      title: `Droplet ${index + 1}`,
      opened: count,
    })),
  },
  searches: [
    { words: 'insomnia', now: 14, before: 9 },
    { words: 'back pain', now: 9, before: 'few' },
    { words: 'anger at work', now: 8, before: 6 },
    { words: 'tinnitus', now: 6, before: 0 },
  ],
  hosts: [
    { host: 'search.example.com', now: 61, before: 54 },
    { host: 'letters-and-more-of-a-long-name.example.org', now: 48, before: 12 },
    { host: 'clinic.example.org', now: 6, before: 'few' },
  ],
  unnamed: 212,
};

const shown = (name: string, usage: object, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Administration',
  who: 'admin',
  path: '/contact',
  before: answered('**/api/usage?*', 200, usage),
  prepare: inTurn(moveTo('/admin/analytics'), visible('figure')),
  ...more,
});

const LINK = '/summary#token=0123456789abcdef0123456789abcdef&do=stop';
/** Returns a screen of the link in a weekly summary, for a visitor without a session. */
const link = (name: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Administration',
  who: 'new',
  path: LINK,
  before: answered('**/api/usage-summary/link', 200, { on: false }),
  ...more,
});

/** Screens of the counts, and of the page that stops the weekly summary. */
export const analyticsScreens: Screen[] = [
  link('weekly-summary-stop', { prepare: visible('text=Stop the weekly summary?') }),
  link('weekly-summary-stopped', {
    prepare: inTurn(press('Stop the summary'), visible('text=The summary has stopped')),
  }),
  link('weekly-summary-dead-link', {
    before: async () => {},
    prepare: inTurn(press('Stop the summary'), visible('main [role=alert]')),
  }),
  shown('admin-analytics', USAGE),
  shown('admin-analytics-few', {
    ...USAGE,
    before: null,
    totals: { now: { ...USAGE.totals.now, signups: 'few', members: 'few', payers: 0 }, before: null },
    times: USAGE.times.slice(0, 7).map((time, day) => ({
      ...{ ...time, opened: day === 2 ? 6 : day % 2 === 0 ? 'few' : 0, openedBefore: null },
    })),
    period: { from: dateAt(0), to: dateAt(6) },
    searches: [],
    hosts: [],
  }),
  {
    name: 'admin-analytics-empty',
    group: 'Administration',
    who: 'admin',
    path: '/admin/analytics',
    content: 'empty',
  },
  shown('admin-analytics-days', USAGE, {
    prepare: inTurn(
      moveTo('/admin/analytics?span=days&from=2026-10-26&to=2026-11-22'),
      visible('input[type=date]'),
    ),
  }),
];
