import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import { knownSetting } from '../shared/known-settings.ts';
import { MAIL_NAMES, mailOfKey } from '../shared/mails/mail-texts.ts';
import { TEXT_GROUPS } from '../shared/text-groups.ts';

const api = setUpApi();

let admin: SignedInClient;
let second: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin', { email: 'owner@example.org' });
  second = await api.signedIn('admin');
});
beforeEach(async () => {
  for (const table of ['settings', 'audit_log', 'mails'] as const)
    await api.database.db.deleteFrom(table).execute();
});

const SUBJECT = 'mail.sign-in.subject';
const TEXT = 'mail.sign-in.text';
const stored = async () =>
  Object.fromEntries(
    (await admin.get('/api/settings')).body.map((s: { key: string; value: string }) => [s.key, s.value]),
  );
const save = (changes: object[], client = admin) => client.put('/api/texts', { changes });
const change = (key: string, value: string | null, expected: string | null = null) => ({
  key,
  value,
  expected,
});
const mails = () => api.database.db.selectFrom('mails').selectAll().orderBy('id').execute();
const audit = async () =>
  (await api.database.db.selectFrom('audit_log').select(['action', 'item_id']).orderBy('id').execute()).map(
    ({ action, item_id }) => `${action} ${item_id}`,
  );

test('every group has known texts, and every mail its group', () => {
  for (const { fields } of TEXT_GROUPS)
    for (const { key } of fields) expect(knownSetting(key), key).toBeDefined();
  const mailsOfGroups = TEXT_GROUPS.flatMap(({ fields }) => fields.map(({ key }) => mailOfKey(key)?.name));
  for (const name of MAIL_NAMES) expect(mailsOfGroups).toContain(name);
});

describe('saving', () => {
  test('subject and text are saved together, and a reset takes both away', async () => {
    const answer = await save([change(SUBJECT, 'Come in'), change(TEXT, 'Here: {link}')]);
    expect(answer.status).toBe(200);
    expect(await stored()).toEqual({ [SUBJECT]: 'Come in', [TEXT]: 'Here: {link}' });
    const reset = await save([change(SUBJECT, null, 'Come in'), change(TEXT, null, 'Here: {link}')]);
    expect([reset.status, reset.body]).toEqual([200, []]);
    expect(await stored()).toEqual({});
    expect(await audit()).toEqual([
      `created ${SUBJECT}`,
      `created ${TEXT}`,
      `deleted ${SUBJECT}`,
      `deleted ${TEXT}`,
    ]);
  });

  test('one invalid text keeps all from being saved, and is named', async () => {
    const answer = await save([change(SUBJECT, 'Come in'), change(TEXT, 'Here: {lnk}')]);
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([
      { path: 'changes.1.value', message: '“{lnk}” is not known. Did you mean {link}?' },
    ]);
    expect(await stored()).toEqual({});
  });

  test.each([
    [{ key: 'no.such', value: 'x', expected: null }],
    [{ key: 'home.intro', value: ' ', expected: null }],
    [{ key: 'home.intro', value: 'a\0b', expected: null }],
    [{ key: 'home.intro', value: 'a'.repeat(301), expected: null }],
    [{ key: 'mail.sign-in.subject', value: 'a\nb', expected: null }],
  ])('%j is refused', async (given) => {
    expect((await save([given])).status).toBe(400);
    expect(await stored()).toEqual({});
  });

  test('texts that are sent again, because no answer came, are no conflict and are logged once', async () => {
    const texts = [change(SUBJECT, 'Come in'), change(TEXT, 'Here: {link}')];
    const [first, again] = [await save(texts), await save(texts)];
    expect([again.status, again.body]).toEqual([200, first.body]);
    const reset = [change(SUBJECT, null, 'Come in'), change(TEXT, null, 'Here: {link}')];
    expect([(await save(reset)).status, (await save(reset)).status]).toEqual([200, 200]);
    expect(await audit()).toHaveLength(4);
  });

  test('the second of two editors gets what is stored, and changes nothing', async () => {
    await save([change(SUBJECT, 'First')]);
    const answer = await save([change(TEXT, '{link}'), change(SUBJECT, 'Second')], second);
    expect(answer.status).toBe(409);
    expect(answer.body.current.value).toBe('First');
    expect(await stored()).toEqual({ [SUBJECT]: 'First' });
  });
});

describe('the mails that are sent', () => {
  const askForLink = async () => {
    const email = `${Math.random()}@example.org`;
    await api.visitor().post('/api/email-signup', { email });
    await api.visitor().post('/api/email-signup', { email });
    return (await mails()).at(-1);
  };

  test('have the owner’s texts, with their words filled in', async () => {
    await save([
      change(SUBJECT, 'Come in, {site}'),
      change(TEXT, '**Hello** <you>\n\n[Open]({link})\n\n{code}'),
    ]);
    const mail = await askForLink();
    expect(mail?.subject).toBe('Come in, Stillwater');
    expect(mail?.text).toMatch(
      /^Hello <you>\n\nOpen: http:\/\/\S+\/sign-in#token=[\w-]{43}\n\n\d{3} \d{3}\n$/,
    );
    expect(mail?.html).toContain('<strong>Hello</strong> &#60;you&#62;');
    expect(mail?.html).toMatch(/<a href="http[^"]+#token=[\w-]{43}" style="[^"]+999px[^"]+">Open<\/a>/);
  });

  test('work with a text that an older program has saved without a check', async () => {
    await api.database.db
      .insertInto('settings')
      .values({ key: TEXT, value: 'Hello {nmae}', category: 'content', description: null, updated_at: 0 })
      .execute();
    expect((await askForLink())?.text).toMatch(/^Hello \{nmae\}\n\nhttp\S+#token=[\w-]{43}\n$/);
  });

  test('are the defaults again after a reset', async () => {
    await save([change(SUBJECT, 'Come in')]);
    await save([change(SUBJECT, null, 'Come in')]);
    expect((await askForLink())?.subject).toBe('Sign in to Stillwater');
  });
});

describe('a test mail', () => {
  const ask = (client: SignedInClient) =>
    client.post('/api/texts/test-mail', { name: 'sign-in', subject: 'Try {site}', text: 'Look: {link}' });

  test('goes to the administrator, with examples and nothing that works', async () => {
    const email = 'owner@example.org';
    const answer = await ask(admin);
    expect([answer.status, answer.body]).toEqual([202, { to: email }]);
    const [mail] = await mails();
    expect([mail?.recipient, mail?.subject]).toEqual([email, 'Try Stillwater']);
    expect(mail?.text).toMatch(/^Look: http\S+#token=pn4Yw2cUqk8\n$/);
    expect(await stored()).toEqual({});
  });

  test('an administrator without an address is told what to do', async () => {
    await api.database.db
      .updateTable('users')
      .set({ email: null, email_key: null })
      .where('id', '=', second.user.id)
      .execute();
    const answer = await ask(second);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('Add one on your account page');
    expect(await mails()).toEqual([]);
  });
});

describe('the preview', () => {
  const origin = () => ({ origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' });
  const form = (group: string, values: object, kind = 'html') =>
    new URLSearchParams({ group, values: JSON.stringify(values), form: kind }).toString();
  const show = (body: string, headers: Record<string, string> = origin(), client: SignedInClient = admin) =>
    client.send('POST', '/admin/texts/preview', body, headers);

  test('of a mail has its unsaved texts, and a policy that lets nothing run', async () => {
    const answer = await show(form('mail-sign-in', { [TEXT]: 'Dear <b>reader</b>\n\n{link}' }));
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Dear &#60;b&#62;reader&#60;/b&#62;');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['content-security-policy']).toContain('sandbox allow-same-origin');
    expect(answer.headers['content-security-policy']).not.toContain('script');
    expect(await stored()).toEqual({});
  });

  test('has a plain part, and knows the weekly letter', async () => {
    const plain = await show(form('mail-sign-in', { [TEXT]: 'Dear <b>\n\n{link}' }, 'plain'));
    expect(plain.text).toContain('Dear &#60;b&#62;\n\nhttp');
    const letter = await show(form('letter', { 'letter.line': 'Rain & rest' }));
    expect(letter.text).toContain('Rain &#38; rest');
  });

  test('without a form, of an unknown group, or of values that are none, is refused', async () => {
    for (const body of ['', form('nothing', {}), 'group=home&values={', 'group=home&values=null'])
      expect([200, 400]).toContain((await show(body)).status);
    expect((await show(form('nothing', {}))).status).toBe(400);
  });

  test('is for administrators on this site only', async () => {
    const body = form('mail-sign-in', {});
    const member = await api.signedIn('free');
    expect((await show(body, origin(), member)).status).toBe(403);
    expect((await show(body, { ...origin(), origin: 'https://evil.example' })).status).toBe(403);
    const { origin: _, ...none } = origin();
    expect((await show(body, none)).status).toBe(403);
  });
});
