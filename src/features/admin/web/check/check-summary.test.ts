import { expect, test } from 'vitest';
import { readCheckAddress } from './check-address.ts';
import { summarizeChecks } from './check-summary.ts';

const checks = (must: number, advice: number, fine: number) => [
  ...Array(must).fill({ level: 'must' }),
  ...Array(advice).fill({ level: 'advice' }),
  ...Array(fine).fill({ level: 'fine' }),
];

test.each([
  [1, 2, 3, 'One thing must be done, two would be kind. The rest is in order.'],
  [2, 0, 0, 'Two things must be done.'],
  [0, 1, 1, 'Nothing must be done. One thing would be kind. The rest is in order.'],
  [0, 7, 0, 'Nothing must be done. 7 things would be kind.'],
  [0, 0, 4, 'All is in order.'],
])('%i musts, %i advices and %i in order: %4$s', (must, advice, fine, sentence) => {
  expect(summarizeChecks(checks(must, advice, fine))).toBe(sentence);
});

test('an address without an item names none', () => {
  const read = (search: string) => readCheckAddress(new URLSearchParams(search));
  expect(read('type=wave&id=7')).toEqual({ type: 'wave', id: 7 });
  for (const wrong of ['', 'type=wave', 'type=pond&id=7', 'type=wave&id=0', 'type=wave&id=x'])
    expect(read(wrong)).toBeNull();
});
