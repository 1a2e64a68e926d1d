import { expect, test } from 'vitest';
import { summarise } from './summarise-droplets.ts';

const open = { locked: false, isSample: false, duration: 1 };
const sample = { locked: false, isSample: true, duration: 1 };
const locked = { locked: true, isSample: false, duration: 1 };
const long = { locked: false, isSample: false, duration: 30 };

test.each([
  [[open, open], '2 droplets · about a minute each'],
  [[open], '1 droplet · about a minute'],
  [[long, long, long], '3 droplets · 1 hour 30 min'],
  [[sample, locked, locked], '1 free sample · 2 for subscribers'],
  [[sample, open, locked], '2 open to everyone · 1 for subscribers'],
  [[locked, locked], '2 for subscribers'],
])('case %#', (droplets, line) => {
  expect(summarise(droplets)).toBe(line);
});
