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
  return { admin, username, email };
}

/** Returns the recovery codes. */
async function turnCodesOn(admin: TestClient): Promise<string[]> {
  const { secret } = (await admin.post('/api/user/second-factor/secret', { currentPassword })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const confirmed = await admin.put('/api/user/second-factor', { code });
  expect(confirmed.status).toBe(200);
  return confirmed.body.recoveryCodes;
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

test('a recovery code that logs in is mailed to the owner, and a refused one is not', async () => {
  const { admin, username, email } = await newAdmin({ proven: true });
  const [code] = await turnCodesOn(admin);
  const logIn = () => someone(api).send('POST', '/api/login', { username, password: GOOD_PASSWORD, code });
  expect((await logIn()).status).toBe(200);
  const mailed = () =>
    api.database.db
      .selectFrom('mails')
      .select(['recipient', 'text'])
      .where('text', 'like', 'A recovery code was used to log in.%')
      .execute();
  const text = expect.stringContaining('Recovery codes left: 9.');
  expect(await mailed()).toEqual([{ recipient: email, text }]);
  expect((await logIn()).status).toBe(401);
  expect(await mailed()).toHaveLength(1);
});

test('an address that nobody has proven gets no mail about a changed login', async () => {
  const { admin, email } = await newAdmin({ proven: false });
  await turnCodesOn(admin);
  expect((await lastMailTo(api, email)).subject).not.toBe(subject);
});
