import { expect, test } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { api, id, onAnotherDevice, publish, setUpFavoritesSite } from '#test/favorites-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import type { Welcome } from '../contract/schemas.ts';

setUpFavoritesSite();

const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const welcome = (day: string, ...slugs: string[]): Welcome => ({
  ...{ day, oceanId: id.open as number, saved: { kind: 'ocean', id: id.open as number } },
  lessons: slugs.map((slug) => ({ dropletId: id[slug] as number, waveId: id.first as number })),
  ...{ begunWaveId: id.first as number, againDropletId: null },
});
const save = (member: SignedInClient, one: object) => member.put('/api/progress/welcome', one);
const welcomeOf = async (member: SignedInClient) => (await member.get('/api/progress')).body.welcome;

test('the first lessons of a day stand, on all devices, until the next day', async () => {
  const phone = await api.signedIn('free');
  const desk = await onAnotherDevice(phone);
  expect(await welcomeOf(phone)).toBeNull();
  const first = welcome(dayIn(0), 'one', 'two', 'many-1');
  expect((await save(phone, first)).body).toEqual(first);
  expect((await save(desk, welcome(dayIn(0), 'many-2'))).body).toEqual(first);
  expect((await save(desk, welcome(dayIn(-1), 'many-2'))).body).toEqual(first);
  expect(await welcomeOf(desk)).toEqual(first);
  const next = welcome(dayIn(1), 'many-3');
  expect((await save(desk, next)).body).toEqual(next);
  expect(await welcomeOf(phone)).toEqual(next);
  expect(await welcomeOf(await api.signedIn('free'))).toBeNull();
});

test('two devices at the same moment end with one choice', async () => {
  const member = await api.signedIn('free');
  const { csrfToken } = (await member.get('/api/csrf-token')).body;
  const answers = await Promise.all(
    ['one', 'two', 'many-1', 'many-2'].map((slug) =>
      member.send('PUT', '/api/progress/welcome', welcome(dayIn(0), slug), { 'csrf-token': csrfToken }),
    ),
  );
  const stored = await welcomeOf(member);
  expect(answers.map(({ body }) => body)).toEqual(Array(4).fill(stored));
});

test('a wrong day, and too many lessons, are refused', async () => {
  const member = await api.signedIn('free');
  expect(await save(member, welcome(dayIn(9), 'one'))).toMatchObject({
    status: 400,
    body: { message: 'Check the date of this device' },
  });
  for (const day of [dayIn(-9), '2026-13-01', 'today'])
    expect((await save(member, welcome(day, 'one'))).status, day).toBe(400);
  expect((await save(member, welcome(dayIn(0), 'one', 'two', 'many-1', 'many-2'))).status).toBe(400);
  expect((await save(member, welcome(dayIn(0)))).status).toBe(400);
  expect(await welcomeOf(member)).toBeNull();
});

test('a welcome is its owner’s data, without drafts, and is forgotten with the progress', async () => {
  const member = await api.signedIn('free');
  await save(member, welcome(dayIn(0), 'one', 'two'));
  await publish('droplets', 'two', false);
  expect((await member.get('/api/user/data')).body.welcome).toEqual({ day: dayIn(0), dropletIds: [id.one] });
  await publish('droplets', 'two', true);
  await member.delete('/api/progress');
  expect(await welcomeOf(member)).toBeNull();
  await member.put('/api/progress/remembering', { remembers: false });
  expect((await save(member, welcome(dayIn(0), 'one'))).status).toBe(200);
  await member.put('/api/progress/remembering', { remembers: true });
  expect(await welcomeOf(member)).toBeNull();
  expect((await member.get('/api/user/data')).body.welcome).toBeNull();
});
