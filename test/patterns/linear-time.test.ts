import { expect, test } from 'vitest';
import { expectLinearTime } from './linear-time.ts';

/** Size at which quadratic work takes some milliseconds. Each of many rounds repeats it. */
const SIZE = 4000;
const repeated = (size: number) => '('.repeat(size);

test('a search that restarts at every character is recognized as quadratic', () => {
  const work = (size: number) => {
    const text = repeated(size);
    let found = 0;
    for (let from = 0; from < size; from += 1)
      for (let at = from; at < size; at += 1) if (text.charCodeAt(at) === 41) found += 1;
    return found;
  };
  expect(() => expectLinearTime(work, SIZE)).toThrow('time of a whole in relation to its parts');
});

test('a single search is recognized as linear', () => {
  for (const size of [5 * SIZE, 50 * SIZE, 2500 * SIZE])
    expectLinearTime((length) => repeated(length).indexOf(')'), size);
});
