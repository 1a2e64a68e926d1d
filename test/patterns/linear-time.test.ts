import { expect, test } from 'vitest';
import { expectLinearTime } from './linear-time.ts';

const SIZE = 100_000;
const repeated = (size: number) => '('.repeat(size);

test('a search that begins again at every character is found out', () => {
  const work = (size: number) => {
    const text = repeated(size);
    for (let from = 0; from < size; from += 1) text.indexOf(')', from);
  };
  expect(() => expectLinearTime(work, SIZE)).toThrow('time of a whole in relation to its parts');
});

test('one search is linear, however large its text', () => {
  for (const size of [SIZE, 10 * SIZE, 100 * SIZE])
    expectLinearTime((length) => repeated(length).indexOf(')'), size);
});
