import { expect, test } from 'vitest';
import { expectLinearTime } from './linear-time.ts';

/** Some milliseconds of quadratic work: each of the many rounds does it. */
const SIZE = 4000;
const repeated = (size: number) => '('.repeat(size);

test('a search that begins again at every character is found out', () => {
  const work = (size: number) => {
    const text = repeated(size);
    let found = 0;
    for (let from = 0; from < size; from += 1)
      for (let at = from; at < size; at += 1) if (text.charCodeAt(at) === 41) found += 1;
    return found;
  };
  expect(() => expectLinearTime(work, SIZE)).toThrow('time of a whole in relation to its parts');
});

test('one search is linear, however large its text', () => {
  for (const size of [5 * SIZE, 50 * SIZE, 2500 * SIZE])
    expectLinearTime((length) => repeated(length).indexOf(')'), size);
});
