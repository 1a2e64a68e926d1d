import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { PasskeyPeer } from '#test/authenticator-peer.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type TestClient } from '#test/test-api.ts';
import { createOrPromoteAdmin } from '../first-admin.ts';

const currentPassword = GOOD_PASSWORD;

const api = setUpApi();

const subject = 'The login of your Stillwater account was changed';

async function newAdmin({ proven }: { proven: boolean }) {
  const { client, username, email } = await registered(api);
  if (proven) await client.post('/api/user/email/verify', { token: (await lastMailTo(api, email)).token });
  await createOrPromoteAdmin(api.database.db, { username, email: undefined, password: undefined });
  const admin = someone(api);
  await admin.send('POST', '/api/login', { username, password: GOOD_PASSWORD });
  return { admin, email };
}

async function turnCodesOn(admin: TestClient): Promise<void> {
  const { secret } = (await admin.post('/api/user/second-factor/secret', { currentPassword })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await admin.put('/api/user/second-factor', { code })).status).toBe(200);
}

test('each change of the ways to log in is mailed to the owner', async () => {
  const { admin, email } = await newAdmin({ proven: true });
  await turnCodesOn(admin);
  const first = await lastMailTo(api, email);
  expect(first.subject).toBe(subject);
  expect(first.text).toContain('Codes from an app were turned on.');
  expect(first.text).toContain(`${PUBLIC_URL}/forgot-password`);

  await admin.post('/api/user/second-factor/recovery-codes', { currentPassword });
  expect((await lastMailTo(api, email)).text).toContain('New recovery codes were made.');

  await admin.delete('/api/user/second-factor', { currentPassword });
  expect((await lastMailTo(api, email)).text).toContain('Codes from an app were turned off.');

  const { body: options } = await admin.post('/api/user/passkeys/options', { currentPassword });
  const response = new PasskeyPeer().create(options, { origin: PUBLIC_URL });
  const { body: passkey } = await admin.post('/api/user/passkeys', { name: 'Old phone', response });
  await admin.delete(`/api/user/passkeys/${passkey.id}`, { currentPassword });
  expect((await lastMailTo(api, email)).text).toContain('The passkey “Old phone” was removed.');
});

test('an address that nobody has proven gets no mail about a changed login', async () => {
  const { admin, email } = await newAdmin({ proven: false });
  await turnCodesOn(admin);
  expect((await lastMailTo(api, email)).subject).not.toBe(subject);
});
