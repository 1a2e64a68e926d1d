import { expect, test } from 'vitest';
import { countOf, Tally } from './tally.ts';

const failure = (at: number, what: string) => ({ at, what, path: '/' });

test('a kill explains only the cut connections and gateway errors of the following seconds', () => {
  const tally = new Tally();
  tally.killedAt = 10_000;
  tally.fail(failure(9_999, 'write 502'));
  tally.fail(failure(10_000, 'write 502'));
  tally.fail(failure(10_500, 'page The connection was closed.'));
  tally.fail(failure(10_500, 'page 503'));
  tally.fail(failure(13_000, 'write 502'));
  expect([...tally.explained]).toEqual([
    ['write 502', 1],
    ['page The connection was closed.', 1],
  ]);
  expect([...tally.unexplained]).toEqual([
    ['write 502', 2],
    ['page 503', 1],
  ]);
  expect(countOf(tally.unexplained)).toBe(3);
});

test('without a kill no error is explained', () => {
  const tally = new Tally();
  tally.fail(failure(0, 'write 502'));
  expect(countOf(tally.explained)).toBe(0);
});

test('percentiles cover all slices together', () => {
  const tally = new Tally();
  const slice = { requests: 2, failures: [], repeated: 1 };
  tally.add({ ...slice, times: [[15, 1]] });
  tally.add({
    ...slice,
    times: [
      [15, 97],
      [2_000, 2],
    ],
  });
  expect([tally.requests, tally.repeated]).toEqual([4, 2]);
  expect([tally.percentile(0.5), tally.percentile(0.98), tally.percentile(0.99)]).toEqual([1.5, 1.5, 200]);
  expect(new Tally().percentile(0.5)).toBeNaN();
});
