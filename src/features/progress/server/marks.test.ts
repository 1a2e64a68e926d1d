import { expect, test } from 'vitest';
import { api, id, onAnotherDevice, publish, setUpFavoritesSite } from '#test/favorites-fixture.ts';
import type { SignedInClient } from '#test/test-api.ts';
import type { Mark } from '../contract/schemas.ts';

setUpFavoritesSite();

const mark = (slug: string, fields: Partial<Mark> = {}): Mark => ({
  dropletId: id[slug] as number,
  step: 0,
  at: Date.now(),
  ...fields,
});
const save = (member: SignedInClient, ...marks: Mark[]) => member.put('/api/progress/again', { marks });
const marksOf = async (member: SignedInClient) => (await member.get('/api/progress')).body.again;
const rowsOf = ({ user }: SignedInClient) =>
  api.database.db.selectFrom('again_marks').selectAll().where('user_id', '=', user.id).execute();

test('a droplet to see again is the same on all devices, and in nobody else’s', async () => {
  const phone = await api.signedIn('free');
  const at = Date.now() - 5_000;
  expect(await save(phone, mark('one', { at }))).toMatchObject({ status: 204, text: '' });
  const expected = [{ dropletId: id.one, waveId: id.first, step: 0, at }];
  expect(await marksOf(phone)).toEqual(expected);
  expect(await marksOf(await onAnotherDevice(phone))).toEqual(expected);
  expect(await marksOf(await api.signedIn('free'))).toEqual([]);
});

test('late, repeated and concurrent marks end with the latest', async () => {
  const member = await api.signedIn('free');
  const at = Date.now() - 60_000;
  const marks = [
    mark('one', { at: at + 1 }),
    mark('one', { at: at + 9, step: 2 }),
    mark('one', { at: at + 9, step: null }),
    mark('one', { at: at + 5, step: null }),
  ];
  const { csrfToken } = (await member.get('/api/csrf-token')).body;
  const sent = [...marks, ...marks].map((one) =>
    member.send('PUT', '/api/progress/again', { marks: [one] }, { 'csrf-token': csrfToken }),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(8).fill(204));
  await save(member, ...marks);
  expect(await rowsOf(member)).toMatchObject([{ step: 2, at: at + 9 }]);
  await save(member, mark('one', { step: null }));
  expect(await marksOf(member)).toEqual([]);
});

test('only what a member may open now is offered: drafts and locked droplets wait', async () => {
  const member = await api.signedIn('free');
  await save(member, mark('draft'), mark('locked'), { ...mark('one'), dropletId: 999_999 });
  expect(await marksOf(member)).toEqual([]);
  expect((await member.get('/api/user/data')).body.again).toMatchObject([{ dropletId: id.locked }]);
  await publish('droplets', 'draft', true);
  expect(await marksOf(member)).toMatchObject([{ dropletId: id.draft }]);
  await publish('droplets', 'draft', false);
  const subscriber = await api.signedIn('subscriber');
  await save(subscriber, mark('locked'));
  expect(await marksOf(subscriber)).toMatchObject([{ dropletId: id.locked }]);
});

test('a clock that is ahead outvotes nothing; what is forgotten stays forgotten', async () => {
  const member = await api.signedIn('free');
  await save(member, mark('one', { at: Date.now() + 86_400_000 }));
  expect((await rowsOf(member))[0]?.at).toBeLessThanOrEqual(Date.now());
  const old = mark('one', { at: Date.now() - 10 });
  await member.delete('/api/progress');
  await save(member, old);
  expect(await rowsOf(member)).toEqual([]);
});

test('while remembering is off no mark is stored or shown; wrong marks are refused', async () => {
  const member = await api.signedIn('free');
  await save(member, mark('one'));
  await member.put('/api/progress/remembering', { remembers: false });
  expect((await save(member, mark('two'))).status).toBe(204);
  expect(await marksOf(member)).toEqual([]);
  expect(await rowsOf(member)).toHaveLength(1);
  for (const wrong of [{ step: 4 }, { step: -1 }, { step: 0.5 }, { at: 0 }, { dropletId: 0 }])
    expect((await save(member, mark('one', wrong))).status, JSON.stringify(wrong)).toBe(400);
  expect((await save(member, ...Array(201).fill(mark('one')))).status).toBe(400);
});

test('a mark goes with its account, and outlasts its droplet unseen', async () => {
  const member = await api.signedIn('free');
  await save(member, mark('one'), mark('many-28'));
  await api.database.db.deleteFrom('droplets').where('slug', '=', 'many-28').execute();
  expect(await marksOf(member)).toHaveLength(1);
  // A restored droplet needs its rows.
  expect(await rowsOf(member)).toHaveLength(2);
  await api.database.db.deleteFrom('users').where('id', '=', member.user.id).execute();
  expect(await rowsOf(member)).toEqual([]);
});
