import { expect, test } from 'vitest';
import { openDropletId, placeIn, viewerAddress } from './viewer-address.ts';

test.each([
  ['?droplet=12', 12],
  ['?keyword=pause&droplet=7', 7],
  ['', null],
  ['?droplet=', null],
  ['?droplet=0', null],
  ['?droplet=-3', null],
  ['?droplet=1.5', null],
  ['?droplet=12x', null],
  ['?droplet=99999999999999999999', null],
])('the address %s opens %s', (search, id) => {
  expect(openDropletId(search)).toBe(id);
});

test('opening and closing keep the rest of the address', () => {
  expect(viewerAddress('/waves/5', '', 12)).toBe('/waves/5?droplet=12');
  expect(viewerAddress('/waves/5', '?droplet=12', 13)).toBe('/waves/5?droplet=13');
  expect(viewerAddress('/waves/5', '?droplet=12', null)).toBe('/waves/5');
  expect(viewerAddress('/explore', '?keyword=pause', 3)).toBe('/explore?keyword=pause&droplet=3');
  expect(viewerAddress('/explore', '?keyword=pause&droplet=3', null)).toBe('/explore?keyword=pause');
});

test('a neighbour exists only inside the list', () => {
  const list = [{ id: 4 }, { id: 9 }, { id: 2 }];
  expect(placeIn(list, 4)).toEqual({ position: 1, total: 3, previous: undefined, next: { id: 9 } });
  expect(placeIn(list, 9)).toEqual({ position: 2, total: 3, previous: { id: 4 }, next: { id: 2 } });
  expect(placeIn(list, 2)).toEqual({ position: 3, total: 3, previous: { id: 9 }, next: undefined });
  expect(placeIn(list, 5)).toEqual({ position: 0, total: 3 });
});
