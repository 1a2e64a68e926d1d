import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import {
  filesOf,
  holds,
  isOpen,
  type Kept,
  type KeptItem,
  keyOf,
  OPEN_FOR,
  withItem,
  withoutItem,
} from './kept.ts';

const NOW = Date.parse('2026-11-23T08:00:00Z');

const wave: KeptItem = {
  kind: 'wave',
  id: 3,
  title: 'One Thing at a Time',
  cover: '/covers/wave/one.svg',
  lessons: [{ id: 5, title: 'Finish the Sentence', cover: '/covers/droplet/finish.svg' }],
  bytes: 42,
  files: ['/waves/3', '/media/one.mp4'],
  stamp: 'a',
};
const kept: Kept = {
  owner: null,
  confirmedAt: NOW,
  items: [wave],
  own: ['/api/user'],
  code: ['/assets/site.js'],
};

test('kept items open for seven days after the server’s word, and not a moment longer', () => {
  expect(OPEN_FOR).toBe(7 * DAY);
  expect(isOpen(kept, NOW)).toBe(true);
  expect(isOpen(kept, NOW + 7 * DAY)).toBe(true);
  expect(isOpen(kept, NOW + 7 * DAY + 1)).toBe(false);
});

test('a clock that was set back opens nothing, a small correction does not matter', () => {
  expect(isOpen(kept, NOW - MINUTE)).toBe(true);
  expect(isOpen(kept, NOW - DAY - 1)).toBe(false);
});

test('a droplet of a kept wave opens, and no other one', () => {
  expect(holds(kept, { kind: 'droplet', id: 5 })).toBe(true);
  expect(holds(kept, { kind: 'droplet', id: 6 })).toBe(false);
  expect(holds(kept, { kind: 'wave', id: 3 })).toBe(true);
  expect(holds(kept, { kind: 'wave', id: 5 })).toBe(false);
});

test.each([
  ['/droplets/5-finish-the-sentence', '/droplets/5'],
  ['/droplets/5/', '/droplets/5'],
  ['https://stillwater.example/waves/3?droplet=5', '/waves/3'],
  ['/favorites?tab=droplets', '/favorites'],
  ['/media/u/0123456789abcdef0123456789abcdef-480.webp', '/media/u/0123456789abcdef0123456789abcdef'],
  ['/media/one.mp4', '/media/one.mp4'],
  ['/droplets/x-5', '/droplets/x-5'],
])('%s is stored as %s', (address, key) => {
  expect(keyOf(address)).toBe(key);
});

test('an item replaces its former self, and takes only its own files with it', () => {
  const droplet: KeptItem = { ...wave, kind: 'droplet', id: 5, files: ['/media/one.mp4', '/droplets/5'] };
  const both = withItem(withItem(kept, droplet), { ...droplet, title: 'New' });
  expect(both.items.map(({ title }) => title)).toEqual(['One Thing at a Time', 'New']);
  expect([...filesOf(withoutItem(both, droplet))]).toEqual([
    '/api/user',
    '/assets/site.js',
    '/waves/3',
    '/media/one.mp4',
  ]);
});
