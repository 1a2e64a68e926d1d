import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeDevice, NOT_SIGNED_IN, siteOf } from './device.fixture.ts';
import { keepItem } from './keep-item.ts';
import { OPEN_FOR } from './kept.ts';
import { onKeptChange } from './kept-index.ts';
import { refreshKept } from './refresh-kept.ts';
import { forgetAll, removeItems } from './remove-items.ts';

const FIRST = { kind: 'droplet', id: 1 } as const;
const SECOND = { kind: 'droplet', id: 2 } as const;
const MEMBER = { id: 7, username: 'maren' };

let device: ReturnType<typeof fakeDevice>;
beforeEach(async () => {
  device = fakeDevice();
  await keepItem(FIRST, { owner: null });
  await keepItem(SECOND, { owner: null });
  // The server's last confirmation is too old.
  if (device.index) device.index.confirmedAt = Date.now() - OPEN_FOR - 1;
});
afterEach(() => vi.unstubAllGlobals());

const titles = () => device.index?.items.map(({ title }) => title);
const isConfirmed = () => Date.now() - (device.index?.confirmedAt ?? 0) < OPEN_FOR;

/** Changes the first droplet on the site, so that it must be stored again. */
function changeFirst(change: object) {
  Object.assign(device.site['/api/droplets/1'] as object, change);
}

test.each([404, 503])(
  'a film that answers %i leaves its item as it was, and the others open again',
  async (status) => {
    const stamp = device.index?.items[0]?.stamp;
    changeFirst({ title: 'Renamed', mediaUrl: '/media/new.mp4' });
    device.site['/media/new.mp4'] = status;
    await refreshKept();
    expect(isConfirmed()).toBe(true);
    expect(titles()).toEqual(['Lesson 1', 'Lesson 2']);
    expect(device.index?.items[0]?.stamp).toBe(stamp);
    // The next refresh retries only that item.
    device.site['/media/new.mp4'] = 'new film';
    device.fetched.length = 0;
    await refreshKept();
    expect(titles()).toEqual(['Renamed', 'Lesson 2']);
    expect(device.files.get('/media/new.mp4')).toBe('new film');
    expect(device.fetched).not.toContain('/droplets/2');
  },
);

test('a lost connection and a full disk end the refresh, and nothing is confirmed', async () => {
  changeFirst({ mediaUrl: '/media/new.mp4' });
  device.site['/media/new.mp4'] = 'lost';
  await expect(refreshKept()).rejects.toThrow('Failed to fetch');
  device.site['/media/new.mp4'] = 'new film';
  device.isFull = true;
  await expect(refreshKept()).rejects.toThrow('Full');
  expect(isConfirmed()).toBe(false);
  expect(titles()).toEqual(['Lesson 1', 'Lesson 2']);
});

test('a picture that does not exist is left out', async () => {
  changeFirst({ title: 'Renamed', imageUrl: '/images/wrong.png' });
  await refreshKept();
  expect(titles()).toEqual(['Renamed', 'Lesson 2']);
  expect(device.index?.items[0]?.files).not.toContain('/images/wrong.png');
});

test('files that the browser has lost come back', async () => {
  device.files.delete('/media/1.mp4');
  await refreshKept();
  expect(device.files.get('/media/1.mp4')).toBe('film');
});

test('an index that cannot be read for a moment deletes nothing', async () => {
  const files = [...device.files.keys()];
  device.isBroken = true;
  await expect(refreshKept()).rejects.toThrow('broken');
  await expect(keepItem(FIRST, { owner: null })).rejects.toThrow('broken');
  await expect(removeItems([FIRST])).rejects.toThrow('broken');
  device.isBroken = false;
  expect([...device.files.keys()]).toEqual(files);
  expect(titles()).toEqual(['Lesson 1', 'Lesson 2']);
});

test('a logout deletes every file, also when the index cannot be read after it', async () => {
  const stop = onKeptChange(() => {
    stop();
    device.isBroken = true;
  });
  await forgetAll();
  expect(device.index).toBeNull();
  expect([...device.files.keys()]).toEqual([]);
});

test('a refresh that is cut off after a release keeps the code of both', async () => {
  device.site['/learner-files.json'] = ['/assets/two.js'];
  device.site['/assets/two.js'] = 'two';
  device.site['/droplets/2'] = 'lost';
  await expect(refreshKept()).rejects.toThrow();
  // Another item is removed, and unused files are deleted.
  await removeItems([SECOND]);
  expect([...device.files.keys()]).toEqual(expect.arrayContaining(['/assets/one.js', '/assets/two.js']));
  await refreshKept();
  expect(device.index?.code).toEqual(['/assets/two.js']);
  expect(device.files.has('/assets/one.js')).toBe(false);
});

test('an item that cannot be stored anew after a release keeps its code', async () => {
  device.site['/learner-files.json'] = ['/assets/two.js'];
  device.site['/assets/two.js'] = 'two';
  device.site['/droplets/1'] = 503;
  await refreshKept();
  expect(isConfirmed()).toBe(true);
  expect(device.files.has('/assets/one.js')).toBe(true);
  device.site['/droplets/1'] = 'droplet 1';
  await refreshKept();
  expect(device.files.has('/assets/one.js')).toBe(false);
});

test('the site’s own word removes an item, a proxy’s page with the same status does not', async () => {
  device.site['/api/droplets/1'] = 404;
  await expect(refreshKept()).rejects.toThrow('404');
  expect(titles()).toEqual(['Lesson 1', 'Lesson 2']);
  device.site['/api/droplets/1'] = { code: 'not-found' };
  await refreshKept();
  expect(titles()).toEqual(['Lesson 2']);
});

test('what a member keeps goes when nobody is signed in, and for no other refusal', async () => {
  device.site['/api/user'] = MEMBER;
  await refreshKept();
  expect(device.index?.owner).toBe(7);
  for (const refusal of [401, 403, 404, { code: 'not-found' }, { code: 'forbidden', status: 403 }]) {
    device.site['/api/user'] = refusal;
    await expect(refreshKept()).rejects.toThrow();
    expect(titles()).toEqual(['Lesson 1', 'Lesson 2']);
  }
  device.site['/api/user'] = NOT_SIGNED_IN;
  await refreshKept();
  expect(device.index).toBeNull();
  expect([...device.files.keys()]).toEqual([]);
});

test('a view of the site as a visitor removes nothing', async () => {
  device.site['/api/user'] = MEMBER;
  await refreshKept();
  device.site['/api/user'] = NOT_SIGNED_IN;
  device.headers['x-in-view'] = '1';
  await expect(refreshKept()).rejects.toThrow('reader of a view');
  expect(titles()).toEqual(['Lesson 1', 'Lesson 2']);
});

test('a wave whose lessons are all locked, and a locked droplet, are not kept', async () => {
  const locked = { ...(device.site['/api/droplets/1'] as object), locked: true, mediaUrl: null };
  device.site['/api/droplets/1'] = locked;
  device.site['/api/waves/1/droplets'] = [locked];
  await expect(keepItem({ kind: 'wave', id: 1 }, { owner: null })).rejects.toThrow();
  await refreshKept();
  expect(titles()).toEqual(['Lesson 2']);
});

test('a lesson that the site takes away leaves its kept wave, also when the refresh is cut off', async () => {
  await keepItem({ kind: 'wave', id: 1 }, { owner: null });
  const lessons = () => device.index?.items.at(-1)?.lessons.map(({ id }) => id);
  expect(lessons()).toEqual([1, 2]);
  device.site['/api/waves/1/droplets'] = [device.site['/api/droplets/1'] as object];
  device.site['/api/droplets/2'] = { code: 'not-found' };
  device.site['/learner-files.json'] = 'lost';
  await expect(refreshKept()).rejects.toThrow('Failed to fetch');
  expect(lessons()).toEqual([1]);
  expect(device.files.has('/media/2.mp4')).toBe(false);
});

test('a visitor who logs in and keeps something more loses only what the account may not have', async () => {
  Object.assign(device.site, siteOf(1, 2, 3));
  device.site['/api/user'] = MEMBER;
  device.site['/api/droplets/2'] = { code: 'not-found' };
  await keepItem({ kind: 'droplet', id: 3 }, { owner: 7 });
  expect(device.index?.owner).toBe(7);
  expect(titles()).toEqual(['Lesson 1', 'Lesson 3']);
  // Another account starts without these items.
  device.site['/api/user'] = { id: 8, username: 'juno' };
  await keepItem({ kind: 'droplet', id: 3 }, { owner: 8 });
  expect(titles()).toEqual(['Lesson 3']);
});

test('a download that is cut off after a release keeps the code of both', async () => {
  Object.assign(device.site, siteOf(1, 2, 3));
  device.site['/learner-files.json'] = ['/assets/two.js'];
  device.site['/assets/two.js'] = 'two';
  // The wave contains the kept droplets, so their pages are stored again.
  device.site['/media/3.mp4'] = 'lost';
  await expect(keepItem({ kind: 'wave', id: 1 }, { owner: null })).rejects.toThrow('Failed to fetch');
  expect([...device.files.keys()]).toEqual(expect.arrayContaining(['/assets/one.js', '/assets/two.js']));
});
