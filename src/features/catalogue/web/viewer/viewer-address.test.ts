import { expect, test } from 'vitest';
import { openDropletId, viewerAddress } from './viewer-address.ts';

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

test('opening and closing the viewer keep all other parameters', () => {
  expect(viewerAddress('/waves/5', '', 12)).toBe('/waves/5?droplet=12');
  expect(viewerAddress('/waves/5', '?droplet=12', 13)).toBe('/waves/5?droplet=13');
  expect(viewerAddress('/waves/5', '?droplet=12', null)).toBe('/waves/5');
  expect(viewerAddress('/explore', '?keyword=pause', 3)).toBe('/explore?keyword=pause&droplet=3');
  expect(viewerAddress('/explore', '?keyword=pause&droplet=3', null)).toBe('/explore?keyword=pause');
});
