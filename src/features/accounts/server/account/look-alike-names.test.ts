import { expect, test } from 'vitest';
import { anAccount, someone } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { ensureFirstAdmin, WeakAdminPassword } from '../first-admin.ts';

const api = setUpApi();

const register = (username: string) => someone(api).send('POST', '/api/register', anAccount({ username }));

test('an easy ADMIN_PASSWORD creates no administrator in production', async () => {
  const { db } = api.database;
  const options = { username: 'keeper', email: undefined, password: 'Stillwater1' };
  await expect(ensureFirstAdmin(db, options, { refuseWeak: true })).rejects.toThrow(WeakAdminPassword);
  expect(await ensureFirstAdmin(db, options)).toMatchObject({ outcome: 'created' });
});

test.each([
  'аdmin', // Cyrillic а
  'аԁміп', // Cyrillic throughout
  'αdmιn', // Greek α, ι
  'ádmín',
  'ad\u00ADmin\u200B',
  'ѕupport',
  'keepér', // like the administrator of this site
])('the name %s, which looks like the site’s people, is refused', async (username) => {
  const { status, body } = await register(username);
  expect([400, 409]).toContain(status);
  expect(body.issues[0].path).toBe('username');
});

test.each(['Мария', 'Ελένη', 'Zoë', 'אורי כהן', '山田太郎', 'administratrix', 'admin-of-nothing'])(
  'the name %s is accepted',
  async (username) => {
    expect((await register(username)).status).toBe(201);
  },
);
