import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { api, id, onAnotherDevice, publish, setUpFavoritesSite } from '#test/favorites-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import type { Report } from '../contract/schemas.ts';

setUpFavoritesSite();

const report = (slug: string, fields: Partial<Report> = {}): Report => ({
  dropletId: id[slug] as number,
  position: 0,
  furthest: 0,
  seenAt: null,
  at: Date.now(),
  ...fields,
});
const save = (member: SignedInClient, ...reports: Report[]) => member.put('/api/progress', { reports });
const progressOf = async (member: SignedInClient) => (await member.get('/api/progress')).body;
const rowsOf = ({ user }: SignedInClient) =>
  api.database.db.selectFrom('progress').selectAll().where('user_id', '=', user.id).execute();

test('a member’s stops and ends are the same on all devices', async () => {
  const phone = await api.signedIn('free');
  expect(await progressOf(phone)).toEqual({
    remembers: true,
    waves: [],
    stops: [],
    again: [],
    welcome: null,
  });
  const at = Date.now() - 5_000;
  expect(
    await save(phone, report('one', { position: 60_000, furthest: 60_000, seenAt: at, at })),
  ).toMatchObject({
    status: 204,
    text: '',
  });
  const desk = await onAnotherDevice(phone);
  await save(desk, report('two', { position: 20_000, furthest: 30_000, at: at + 1 }));
  const expected = {
    remembers: true,
    waves: [{ waveId: id.first, oceanId: id.open, total: 33, seen: [id.one] }],
    stops: [{ waveId: id.first, dropletId: id.two, position: 20_000, seen: false, at: at + 1 }],
    again: [],
    welcome: null,
  };
  expect(await progressOf(phone)).toEqual(expected);
  expect(await progressOf(desk)).toEqual(expected);
  expect(await progressOf(await api.signedIn('free'))).toMatchObject({
    waves: [],
    stops: [],
    again: [],
    welcome: null,
  });
});

test('late, repeated and concurrent reports lose neither the furthest position nor an end', async () => {
  const member = await api.signedIn('free');
  const at = Date.now() - 60_000;
  const reports = [
    report('one', { position: 50, furthest: 50, seenAt: at + 5, at: at + 5 }),
    report('one', { position: 10, furthest: 60, seenAt: at + 9, at: at + 9 }),
    report('one', { position: 30, furthest: 30, at: at + 7 }),
  ];
  const { csrfToken } = (await member.get('/api/csrf-token')).body;
  const sent = [...reports, ...reports].map((one) =>
    member.send('PUT', '/api/progress', { reports: [one] }, { 'csrf-token': csrfToken }),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(6).fill(204));
  await save(member, ...reports);
  const rows = await rowsOf(member);
  expect(rows).toMatchObject([{ position: 10, furthest: 60, seen_at: at + 5, at: at + 9 }]);
});

test('rows grow with the droplets that somebody has seen, not with time or reports', async () => {
  const member = await api.signedIn('free');
  const start = Date.now() - 400 * 86_400_000;
  for (let day = 0; day < 30; day += 1) {
    const at = start + day * 86_400_000;
    await save(member, report('one', { position: day, at }), report('two', { position: day, at: at + 1 }));
  }
  expect(await rowsOf(member)).toHaveLength(2);
  await save(member, report('many-28', { at: start }));
  expect(await rowsOf(member)).toHaveLength(3);
});

test('a clock that is ahead does not outvote later reports', async () => {
  const member = await api.signedIn('free');
  const ahead = Date.now() + 86_400_000;
  await save(member, report('one', { position: 10, seenAt: ahead, at: ahead }));
  const [row] = await rowsOf(member);
  expect(row?.at).toBeLessThanOrEqual(Date.now());
  expect(row?.seen_at).toBeLessThanOrEqual(Date.now());
  await sleep(2);
  await save(member, report('one', { position: 20 }));
  expect(await rowsOf(member)).toMatchObject([{ position: 20 }]);
});

test('drafts and unknown droplets are in no answer; a draft appears once it is published', async () => {
  const member = await api.signedIn('free');
  await save(member, report('draft', { seenAt: 5 }), { ...report('one'), dropletId: 999_999 });
  expect(await progressOf(member)).toMatchObject({ waves: [], stops: [], again: [], welcome: null });
  expect((await member.get('/api/user/data')).body.progress).toEqual([]);
  await publish('droplets', 'draft', true);
  expect(await progressOf(member)).toMatchObject({ waves: [{ seen: [id.draft] }] });
  expect((await member.get('/api/user/data')).body.progress).toMatchObject([{ dropletId: id.draft }]);
  await publish('droplets', 'draft', false);
});

test('what is forgotten stays forgotten, also when a device sends it again', async () => {
  const member = await api.signedIn('free');
  const old = report('one', { seenAt: Date.now() - 10, at: Date.now() - 10 });
  await save(member, old);
  expect((await member.delete('/api/progress')).status).toBe(204);
  await save(member, old);
  expect(await rowsOf(member)).toEqual([]);
  await sleep(2);
  await save(member, report('two'));
  expect(await rowsOf(member)).toHaveLength(1);
});

test.each([-1, 1])(
  'a clock that is wrong by %i hours neither loses progress nor brings any back',
  async (hours) => {
    const member = await api.signedIn('free');
    const wrong = hours * 3_600_000;
    const before = Date.now() + wrong - 60_000;
    await member.delete('/api/progress');
    await sleep(2);
    const now = Date.now() + wrong;
    const reports = [
      report('one', { position: 5, seenAt: before, at: before }),
      report('two', { position: 7, seenAt: now, at: now }),
    ];
    await member.put('/api/progress', { reports, sentAt: now });
    const rows = await rowsOf(member);
    expect(rows).toMatchObject([{ droplet_id: id.two, position: 7 }]);
    expect(Math.abs((rows[0]?.seen_at ?? 0) - Date.now())).toBeLessThan(10_000);
  },
);

test('a tab whose reader has changed brings nothing into the new reader’s account', async () => {
  const [former, next] = [await api.signedIn('free'), await api.signedIn('free')];
  const body = { userId: former.user.id, sentAt: Date.now() };
  expect((await next.put('/api/progress', { reports: [report('one')], ...body })).status).toBe(403);
  const marks = [{ dropletId: id.one, step: 0, at: Date.now() }];
  expect((await next.put('/api/progress/again', { marks, ...body })).status).toBe(403);
  const items = [{ itemType: 'droplet', itemId: id.one }];
  expect((await next.post('/api/favorites/merge', { items, ...body })).status).toBe(403);
  expect(await progressOf(next)).toMatchObject({ stops: [], again: [] });
  expect((await next.get('/api/favorites')).body).toEqual([]);
  expect((await former.put('/api/progress', { reports: [report('one')], ...body })).status).toBe(204);
});

test('an end from before the last "Forget" does not come back with a later position', async () => {
  const member = await api.signedIn('free');
  const seenAt = Date.now() - 10_000;
  await save(member, report('one', { seenAt, at: seenAt }));
  await member.delete('/api/progress');
  await sleep(2);
  // A page open since then plays on, and still sends the earlier end.
  await save(member, report('one', { seenAt, position: 9_000, furthest: 60_000 }));
  expect(await rowsOf(member)).toMatchObject([{ position: 9_000, seen_at: null }]);
  await save(member, report('one', { seenAt: Date.now(), position: 60_000, furthest: 60_000 }));
  expect(await rowsOf(member)).toMatchObject([{ seen_at: expect.any(Number) }]);
});

test('while remembering is off, nothing is stored and nothing is shown', async () => {
  const member = await api.signedIn('free');
  await save(member, report('one', { seenAt: 5 }));
  const remember = (remembers: boolean) => member.put('/api/progress/remembering', { remembers });
  expect((await remember(false)).status).toBe(204);
  expect(await progressOf(member)).toEqual({
    remembers: false,
    waves: [],
    stops: [],
    again: [],
    welcome: null,
  });
  expect((await save(member, report('two', { seenAt: 5 }))).status).toBe(204);
  await remember(true);
  expect(await progressOf(member)).toMatchObject({ remembers: true, waves: [{ seen: [id.one] }] });
});

test('reports are refused when they cannot be true, and above 200', async () => {
  const member = await api.signedIn('free');
  for (const wrong of [{ position: -1 }, { position: 1e9 }, { at: 0 }, { furthest: 0.5 }, { dropletId: 0 }])
    expect((await save(member, report('one', wrong))).status, JSON.stringify(wrong)).toBe(400);
  expect((await save(member, ...Array(201).fill(report('one')))).status).toBe(400);
  expect(await rowsOf(member)).toEqual([]);
});

test('progress goes with its account, and outlasts its droplet unseen', async () => {
  const member = await api.signedIn('free');
  await save(member, report('one'), report('many-29'));
  await api.database.db.deleteFrom('droplets').where('slug', '=', 'many-29').execute();
  expect((await member.get('/api/progress')).body.stops).toHaveLength(1);
  // A restored droplet needs its rows.
  expect(await rowsOf(member)).toHaveLength(2);
  await api.database.db.deleteFrom('users').where('id', '=', member.user.id).execute();
  expect(await rowsOf(member)).toEqual([]);
});
