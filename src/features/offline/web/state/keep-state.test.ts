import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeDevice, siteOf } from '../store/device.fixture.ts';
import { keep } from './keep-state.ts';

const refOf = (id: number) => ({ kind: 'droplet' as const, id, title: `Lesson ${id}` });
const ALL = { name: 'favorites', owner: null, refs: [refOf(1), refOf(2)] };

let device: ReturnType<typeof fakeDevice>;
beforeEach(() => {
  device = fakeDevice();
});
afterEach(() => vi.unstubAllGlobals());

const titles = () => device.index?.items.map(({ title }) => title);

test.each([
  ['a film', '/media/1.mp4', 503],
  ['the item', '/api/droplets/1', { code: 'not-found' }],
])('a list is kept without an item of which %s does not come, and names that', async (_, path, answer) => {
  device.site[path] = answer;
  expect((await keep(ALL))?.failure).toEqual({ kind: 'refused', titles: ['Lesson 1'] });
  expect(titles()).toEqual(['Lesson 2']);
  // The missing file exists at the next attempt.
  Object.assign(device.site, siteOf(1, 2));
  expect(await keep(ALL)).toBeNull();
  expect(titles()).toEqual(['Lesson 2', 'Lesson 1']);
});

test('a lost connection ends the download of a list', async () => {
  device.site['/media/1.mp4'] = 'lost';
  expect((await keep(ALL))?.failure).toEqual({ kind: 'failed' });
  expect(device.index).toBeNull();
});

test('in a view as a visitor nothing is kept, and what the account keeps stays', async () => {
  device.site['/api/user'] = { id: 7, username: 'maren' };
  expect(await keep({ name: 'droplet-1', owner: 7, refs: [refOf(1)] })).toBeNull();
  device.headers['x-in-view'] = '1';
  device.site['/api/user'] = { code: 'not-signed-in', status: 401 };
  const failed = await keep({ name: 'droplet-2', owner: null, refs: [refOf(2)] });
  expect(failed?.failure).toEqual({ kind: 'failed' });
  expect(device.index?.owner).toBe(7);
  expect(titles()).toEqual(['Lesson 1']);
});
