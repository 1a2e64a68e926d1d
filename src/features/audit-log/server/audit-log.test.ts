import { beforeAll, expect, test } from 'vitest';
import { anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { recordChange, redactInAuditLog } from './record-change.ts';

const api = setUpApi();

let admin: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin', { username: 'keeper' });
  await insertOceans(api.database.db, [anOcean({ title: 'Before' })]);
});

test('the audit log says who changed what and when, with the fields before and after', async () => {
  const begun = Date.now();
  await admin.put('/api/oceans/1', { title: 'After', keywords: 'calm', isPublished: true });
  await admin.delete('/api/oceans/1');
  const { status, body } = await admin.get('/api/audit-log');
  expect(status).toBe(200);
  const user = { id: admin.user.id, username: 'keeper' };
  expect(body).toMatchObject([
    { user, action: 'deleted', itemType: 'ocean', itemId: '1', title: 'After' },
    {
      user,
      action: 'updated',
      itemType: 'ocean',
      itemId: '1',
      title: 'After',
      details: { before: { title: 'Before', keywords: [] }, after: { title: 'After', keywords: ['calm'] } },
    },
  ]);
  expect(body[1].details.after).toEqual({ title: 'After', keywords: ['calm'] });
  const at = Date.parse(body[0].at);
  expect(at).toBeGreaterThanOrEqual(begun);
  expect(at).toBeLessThanOrEqual(Date.now());
});

test('a move names the parents before and after', async () => {
  const { db } = api.database;
  const [from, to] = await insertOceans(db, [
    anOcean({ title: 'From', waves: [aWave()] }),
    anOcean({ title: 'To' }),
  ]);
  const [wave] = (await admin.get(`/api/oceans/${from}/waves`)).body;
  await admin.put(`/api/waves/${wave.id}`, { oceanId: to });
  expect((await admin.get('/api/audit-log?itemType=wave&limit=1')).body[0].details).toEqual({
    before: { oceanId: from },
    after: { oceanId: to },
    parents: { before: 'From', after: 'To' },
    // Previous position, for Undo.
    position: 0,
  });
});

test('a refused change is not logged', async () => {
  const before = (await admin.get('/api/audit-log')).body.length;
  await admin.put('/api/oceans/1', { title: 'Gone already' });
  await admin.post('/api/waves', {
    title: 'An orphan',
    description: 'Without an ocean.',
    imageUrl: '/a',
    oceanId: 99,
  });
  expect((await admin.get('/api/audit-log')).body).toHaveLength(before);
});

test('the audit log has pages, the newest first, and filters', async () => {
  const { db } = api.database;
  await db.deleteFrom('audit_log').execute();
  for (let n = 0; n < 25; n += 1)
    await recordChange(db, {
      userId: n % 5 === 0 ? null : admin.user.id,
      action: n % 2 === 0 ? 'updated' : 'created',
      itemType: n % 2 === 0 ? 'export' : 'wave',
      itemId: n % 2 === 0 ? 'droplets.csv' : String(n),
      title: `Change ${n}`,
    });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await admin.get(`/api/audit-log?limit=10${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...body.map(({ title }: { title: string }) => title));
    cursor = headers['x-next-cursor'] as string | undefined;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Change ${24 - n}`));

  const count = async (query: string) => (await admin.get(`/api/audit-log?${query}`)).body.length;
  expect(await count('itemType=wave')).toBe(12);
  expect(await count('itemType=wave&itemId=7')).toBe(1);
  expect(await count('itemId=droplets.csv')).toBe(13);
  expect(await count('action=created')).toBe(12);
  expect(await count(`userId=${admin.user.id}`)).toBe(20);
  expect((await admin.get('/api/audit-log?itemId=droplets.csv&limit=1')).body[0]).toMatchObject({
    title: 'Change 24',
  });
});

test('a period, several types and the program filter the audit log, and its authors are listed', async () => {
  const { db } = api.database;
  await db.deleteFrom('audit_log').execute();
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
  for (const [index, day] of days.entries())
    await db
      .insertInto('audit_log')
      .values({
        at: Date.parse(day),
        user_id: index > 0 ? null : admin.user.id,
        author_erased: index === 2,
        action: 'updated',
        item_type: ['gift-code', 'account', 'ocean'][index] as string,
        item_id: '1',
        title: day,
        details: '{}',
      })
      .execute();
  const titles = async (query: string) =>
    (await admin.get(`/api/audit-log?${query}`)).body.map(({ title }: { title: string }) => title);
  expect(await titles('from=2026-11-02T00:00:00Z')).toEqual(['2026-11-03', '2026-11-02']);
  expect(await titles('to=2026-11-02T00:00:00Z')).toEqual(['2026-11-01']);
  expect(await titles('itemType=account,gift-code')).toEqual(['2026-11-02', '2026-11-01']);
  expect(await titles('userId=program')).toEqual(['2026-11-02']);
  await api.signedIn('admin', { username: 'changed-nothing' });
  const { body } = await admin.get('/api/audit-log/authors');
  expect(body).toEqual([{ id: admin.user.id, username: 'keeper' }]);
});

test('entries of the program and of deleted accounts have no user', async () => {
  const { db } = api.database;
  const leaver = await api.signedIn('admin', { username: 'leaver' });
  await recordChange(db, {
    userId: leaver.user.id,
    action: 'updated',
    itemType: 'setting',
    itemId: 'hero.title',
    title: 'hero.title',
  });
  await db.deleteFrom('users').where('id', '=', leaver.user.id).execute();
  expect((await admin.get('/api/audit-log?itemId=hero.title')).body).toMatchObject([
    { user: null, title: 'Landing: Headline, headline' },
  ]);
});

test('a forgotten person leaves no name in the audit log', async () => {
  const { db } = api.database;
  for (const itemId of ['1', '2'])
    await recordChange(db, {
      userId: admin.user.id,
      action: 'revoked',
      itemType: 'email-signup',
      itemId,
      title: `person-${itemId}@example.org`,
      details: { email: 'a' },
    });
  const account = { userId: admin.user.id, action: 'created', itemType: 'account', itemId: '1' } as const;
  await recordChange(db, { ...account, title: 'somebody else' });
  await redactInAuditLog(db, 'email-signup', ['1']);
  expect((await admin.get('/api/audit-log?itemType=account&itemId=1')).body[0].title).toBe('somebody else');
  const { body } = await admin.get('/api/audit-log?itemType=email-signup');
  expect(body).toMatchObject([
    { title: 'person-2@example.org' },
    { title: '', details: {}, action: 'revoked' },
  ]);
});

test('an invalid query of the audit log is refused', async () => {
  for (const query of [
    'limit=0',
    'limit=1000',
    'limit=x',
    'cursor=x',
    'cursor=-1',
    'action=eaten',
    'itemType=%00',
    'userId=nobody',
    'from=yesterday',
  ])
    expect((await admin.get(`/api/audit-log?${query}`)).status, query).toBe(400);
});
