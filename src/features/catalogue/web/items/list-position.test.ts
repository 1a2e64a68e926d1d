import { expect, test } from 'vitest';
import { positionIn } from './list-position.ts';

test('an item at the end of a list has one neighbor, and an item outside of it none', () => {
  const list = [{ id: 4 }, { id: 9 }, { id: 2 }];
  expect(positionIn(list, 4)).toEqual({ position: 1, total: 3, previous: undefined, next: { id: 9 } });
  expect(positionIn(list, 9)).toEqual({ position: 2, total: 3, previous: { id: 4 }, next: { id: 2 } });
  expect(positionIn(list, 2)).toEqual({ position: 3, total: 3, previous: { id: 9 }, next: undefined });
  expect(positionIn(list, 5)).toEqual({ position: 0, total: 3 });
});
