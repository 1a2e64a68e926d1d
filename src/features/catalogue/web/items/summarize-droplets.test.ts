import { expect, test } from 'vitest';
import { summarizeDroplets } from './summarize-droplets.ts';

const open = { locked: false, isSample: false, duration: 1 };
const sample = { locked: false, isSample: true, duration: 1 };
const locked = { locked: true, isSample: false, duration: 1 };
const long = { locked: false, isSample: false, duration: 30 };

test.each([
  ['2 droplets · 2 min', [open, open]],
  ['1 droplet · 1 min', [open]],
  ['3 droplets · 1 hour 30 min', [long, long, long]],
  ['1 free sample · 2 for subscribers · 3 min', [sample, locked, locked]],
  ['2 open to everyone · 1 for subscribers · 3 min', [sample, open, locked]],
  ['2 for subscribers · 2 min', [locked, locked]],
])('%s', (line, droplets) => {
  expect(summarizeDroplets(droplets)).toBe(line);
});
