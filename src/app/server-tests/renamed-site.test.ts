import { beforeAll, expect, test } from 'vitest';
import { anAccount, GOOD_PASSWORD } from '#test/account-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';

/* A renamed site has its new name in every mail. Pages: e2e/admin/site-texts.test.ts. */

const api = setUpApi();

beforeAll(async () => {
  const admin = await api.signedIn('admin');
  await admin.post('/api/settings', { key: 'site.title', value: 'Quay & Co', category: 'general' });
});

test('mails carry the site’s name', async () => {
  const visitor = api.visitor();
  const email = 'reader@example.org';
  await visitor.post('/api/email-signup', { email });
  await visitor.post('/api/email-signup', { email });
  const account = { ...anAccount(), email };
  expect((await visitor.post('/api/register', account)).status).toBe(201);
  await api.database.db.updateTable('users').set({ email_verified_at: Date.now() }).execute();
  await visitor.put('/api/user/password', { currentPassword: GOOD_PASSWORD, password: `${GOOD_PASSWORD}2` });
  await visitor.post('/api/password/forgot', { email });
  const mails = await api.database.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .execute();
  expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes('Quay & Co'))).toHaveLength(
    mails.length,
  );
  expect(mails.length).toBeGreaterThanOrEqual(3);
  for (const { subject, text, html } of mails) {
    expect(html, subject).toContain('>quay &#38; co</p>');
    expect(subject + text + html).not.toMatch(/stillwater/i);
  }
});
