import { expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL } from '#test/test-api.ts';

const its = setUpApi();

/** Reads the fields by name. */
async function ask(): Promise<Map<string, string>> {
  const { status, headers, text } = await its.visitor().get('/.well-known/security.txt');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
}

test('security.txt has the address of the Contact page, and expires within a year', async () => {
  expect((await ask()).get('Contact')).toBe('mailto:hello@stillwater.example');
  const admin = await its.signedIn('admin');
  await admin.post('/api/settings', {
    key: 'contact.email',
    value: 'reports+site@quay.example',
    category: 'general',
  });
  const fields = await ask();
  expect(fields.get('Contact')).toBe('mailto:reports%2Bsite@quay.example');
  expect(fields.get('Canonical')).toBe(`${PUBLIC_URL}/.well-known/security.txt`);
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
});

test('a contact with several lines adds no field to security.txt', async () => {
  await its.database.db
    .updateTable('settings')
    .set({ value: 'a@quay.example\nContact: mailto:b@evil.example' })
    .where('key', '=', 'contact.email')
    .execute();
  expect([...(await ask()).keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical']);
});

test('password managers find the pages for passwords and passkeys', async () => {
  const change = await its.visitor().get('/.well-known/change-password');
  expect(change).toMatchObject({ status: 302, headers: { location: '/account#password' } });
  const { status, body } = await its.visitor().get('/.well-known/passkey-endpoints');
  const passkeys = `${PUBLIC_URL}/account#passkeys`;
  expect({ status, body }).toEqual({ status: 200, body: { enroll: passkeys, manage: passkeys } });
  // Password managers request this address first, because a site may respond to every address alike.
  const nothing = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  expect((await its.visitor().get(nothing)).status).toBe(404);
});
