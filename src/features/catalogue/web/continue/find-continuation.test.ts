import { expect, test } from 'vitest';
import type { Droplet } from '../../contract/schemas.ts';
import { continuationIn, findContinuation } from './find-continuation.ts';

const droplets = [1, 2, 3, 4].map((id) => ({ id, locked: id === 3 }) as Droplet);
const stop = (dropletId: number, fields = {}) => ({
  waveId: 1,
  dropletId,
  position: 20_000,
  seen: false,
  at: 1,
  ...fields,
});
const find = (...[at, seen = []]: [ReturnType<typeof stop>, number[]?]) => {
  const found = continuationIn(droplets, at, new Set(seen));
  return found && [found.droplet.id, found.number, found.total, found.seconds];
};

test('an unfinished lesson continues three seconds earlier, but never before its start', () => {
  expect(find(stop(2))).toEqual([2, 2, 4, 17]);
  expect(find(stop(2, { position: 1_000 }))).toEqual([2, 2, 4, 0]);
});

test('after the end of a lesson comes the next open and unseen one', () => {
  expect(find(stop(1, { seen: true }), [1])).toEqual([2, 2, 4, 0]);
  expect(find(stop(2, { seen: true }), [1, 2])).toEqual([4, 4, 4, 0]);
  expect(find(stop(4, { seen: true }), [2, 4])).toEqual([1, 1, 4, 0]);
  expect(find(stop(4, { seen: true }), [1, 2, 4])).toBeNull();
});

test('a deleted or locked lesson does not end the wave', () => {
  expect(find(stop(9))).toEqual([1, 1, 4, 0]);
  expect(find(stop(3))).toEqual([4, 4, 4, 0]);
});

test('a due mark is offered first, if its droplet may be opened', async () => {
  const offered = async (dropletId: number, now: number | null) => {
    const again = [{ dropletId, waveId: 2, step: 0, at: 0 }];
    const found = await findContinuation({ again, waves: [], stops: [stop(1)] }, async () => droplets, now);
    return found && [found.droplet.id, found.number, found.total, found.again];
  };
  const later = 30 * 86_400_000;
  expect(await offered(4, later)).toEqual([4, 4, 4, true]);
  expect(await offered(3, later)).toEqual([1, 1, 4, undefined]);
  expect(await offered(4, 1)).toEqual([1, 1, 4, undefined]);
  expect(await offered(4, null)).toEqual([1, 1, 4, undefined]);
});
