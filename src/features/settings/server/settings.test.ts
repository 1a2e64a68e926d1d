import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { setUpApi } from '#test/set-up-api.ts';
import type { SignedInClient } from '#test/test-api.ts';
import { MAX_SETTING_VALUE } from '../contract/calls.ts';

const api = setUpApi();

let admin: SignedInClient;
let second: SignedInClient;

beforeAll(async () => {
  admin = await api.signedIn('admin');
  second = await api.signedIn('admin');
});
beforeEach(async () => {
  await api.database.db.deleteFrom('settings').execute();
  await changeCatalogue(api.database.db, async () => {});
  await api.database.db.deleteFrom('audit_log').execute();
});

const TITLE = { key: 'site.title', value: 'Harbour', category: 'general', description: 'The name' };
const stateOf = ({ key: _, ...state }: typeof TITLE) => state;

const all = async () => (await admin.get('/api/settings')).body;
const version = async () =>
  (await api.database.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;
const auditLog = async () =>
  (await api.database.db.selectFrom('audit_log').selectAll().orderBy('id').execute()).map(
    ({ user_id, action, item_type, item_id, title, details }) => ({
      user_id,
      action,
      item_type,
      item_id,
      title,
      details: JSON.parse(details),
    }),
  );

describe('creating', () => {
  test('a new setting is returned with 201 and readable by everyone at once', async () => {
    const answer = await admin.post('/api/settings', TITLE);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual(TITLE);
    const visitor = api.visitor();
    expect((await visitor.get('/api/settings')).body).toEqual([TITLE]);
    expect((await visitor.get('/api/settings/site.title')).body).toEqual(TITLE);
    expect((await visitor.get('/api/settings/category/general')).body).toEqual([TITLE]);
    expect((await visitor.get('/api/settings/category/footer')).body).toEqual([]);
  });

  test('an unknown key is stored with any value; the description is optional', async () => {
    const setting = { key: 'campaign.spring-2027', value: '<script>alert(1)</script>', category: 'advanced' };
    const answer = await admin.post('/api/settings', setting);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...setting, description: null });
  });

  test('texts are trimmed, and an empty description becomes null', async () => {
    const answer = await admin.post('/api/settings', {
      key: ' a.key ',
      value: '  two words \n',
      category: 'advanced',
      description: '  ',
    });
    expect(answer.body).toEqual({
      key: 'a.key',
      value: 'two words',
      category: 'advanced',
      description: null,
    });
  });

  test('an existing key is 409 with an issue for its field, and does not change', async () => {
    await admin.post('/api/settings', TITLE);
    const answer = await second.post('/api/settings', { ...TITLE, value: 'Another' });
    expect(answer.status).toBe(409);
    const message = 'A setting with this key already exists';
    expect(answer.body).toEqual({
      code: 'key-taken',
      message,
      issues: [{ path: 'key', message }],
      current: TITLE,
    });
    expect(await all()).toEqual([TITLE]);
  });

  test('a creation is repeated when no answer came: there is one setting, and no error', async () => {
    for (const _ of ['lost', 'repeated'])
      expect((await admin.post('/api/settings', TITLE)).body).toEqual(TITLE);
    expect((await auditLog()).length).toBe(1);
  });

  test('of concurrent creations of one key, one succeeds', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((value) => admin.post('/api/settings', { ...TITLE, value })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await auditLog()).length).toBe(1);
  });

  test('all missing fields are reported with the specification’s texts', async () => {
    const answer = await admin.post('/api/settings', {});
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 'invalid-input',
      message: 'Key is required',
      issues: [
        { path: 'key', message: 'Key is required' },
        { path: 'value', message: 'Value is required' },
        { path: 'category', message: 'Category is required' },
      ],
    });
    const blank = await admin.post('/api/settings', { key: ' ', value: ' ', category: '' });
    expect(blank.body).toEqual(answer.body);
  });

  test.each([
    ['key', { key: 'Site Title' }, /^Use lowercase letters/],
    ['key', { key: '.title' }, /^Use lowercase letters/],
    ['key', { key: 'site..title' }, /^Use lowercase letters/],
    ['key', { key: '__proto__' }, /^Use lowercase letters/],
    ['key', { key: '../etc' }, /^Use lowercase letters/],
    ['key', { key: 'k'.repeat(101) }, /at most 100 characters/],
    ['key', { key: 7 }, /^Key must be text$/],
    ['value', { value: ['a'] }, /^Value must be text$/],
    ['value', { value: 'a\0b' }, /is not allowed/],
    ['value', { key: 'free.key', value: 'v'.repeat(64_001) }, /at most 64000 characters/],
    ['category', { category: 'sidebar' }, /^Category must be one of general, branding/],
    ['description', { description: 'd'.repeat(501) }, /at most 500 characters/],
    ['value', { value: 't'.repeat(81) }, /at most 80 characters/],
    ['value', { key: 'contact.email', value: 'nobody' }, /^Please enter a valid email$/],
    ['value', { key: 'landing.citations', value: 'not json' }, /^Use a JSON list/],
    ['value', { key: 'landing.citations', value: '{"text":"one"}' }, /^Use a JSON list/],
    ['value', { key: 'landing.citations', value: '[{"text":1}]' }, /^Use a JSON list/],
    ['value', { key: 'landing.citations', value: '[{"url":"javascript:alert(1)"}]' }, /^Use a JSON list/],
    ['value', { key: 'landing.citations', value: '[{},{},{},{}]' }, /^Use a JSON list/],
    ['value', { key: 'site.logo', value: 'javascript:alert(1)' }, /^Use a web address/],
    ['value', { key: 'site.logo', value: 'data:text/html,<script>' }, /^Use a web address/],
    ['value', { key: 'site.logo', value: '../secret.png' }, /^Use a web address/],
    ['value', { key: 'site.logo', value: '//elsewhere.example/logo.png' }, /^Use a web address/],
    ['value', { key: 'site.logo', value: 'https://me:secret@cdn.example/logo.png' }, /^Use a web address/],
  ])('an invalid %s is reported: %j', async (path, given, message) => {
    const answer = await admin.post('/api/settings', { ...TITLE, ...given });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(await all()).toEqual([]);
  });

  test.each([
    ['site.logo', '/logo.svg'],
    ['site.logo', 'https://cdn.example/logo.png'],
    ['site.logo', 'data:image/png;base64,AAAA'],
    ['site.logo', 'our-logo.svg'],
    ['contact.email', 'hello@example.org'],
    ['landing.citations', '[{"source":"A study","url":"https://example.org"},{},{"text":"Words"}]'],
  ])('%s accepts %s', async (key, value) => {
    expect((await admin.post('/api/settings', { ...TITLE, key, value })).status).toBe(201);
  });
});

describe('changing', () => {
  beforeEach(async () => {
    await admin.post('/api/settings', TITLE);
  });

  test('a change replaces the given fields only', async () => {
    const answer = await admin.put('/api/settings/site.title', { value: 'Quay' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...TITLE, value: 'Quay' });
    await admin.put('/api/settings/site.title', { category: 'branding', description: '' });
    expect(await all()).toEqual([{ ...TITLE, value: 'Quay', category: 'branding', description: null }]);
  });

  test('the key cannot be changed', async () => {
    await admin.put('/api/settings/site.title', { key: 'another.key', value: 'Quay' });
    expect(await all()).toEqual([{ ...TITLE, value: 'Quay' }]);
  });

  test.each([
    ['letter.offered', 'maybe', 'Use on or off'],
    ['letter.per-hour', 'as many as it takes', 'Use a whole number from 1'],
    [
      'subscription.price',
      'twenty dollars',
      'Use a price from 1.00 to 9999.99 with two decimals, such as 20.00',
    ],
  ])('a wrong value of %s is told what it can be, not its length', async (key, value, message) => {
    const answer = await admin.post('/api/settings', { key, value, category: 'general' });
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });

  test.each([
    ['value', { value: ' ' }, 'Value is required'],
    ['category', { category: '' }, 'Category is required'],
    ['value', { value: 't'.repeat(81) }, 'Value must be at most 80 characters'],
  ])('an invalid %s is reported and changes nothing: %j', async (path, given, message) => {
    const answer = await admin.put('/api/settings/site.title', given);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ code: 'invalid-input', message, issues: [{ path, message }] });
    expect(await all()).toEqual([TITLE]);
  });

  test('the second of two editors gets the present state with 409, and can save again', async () => {
    const basedOn = stateOf(TITLE);
    expect((await admin.put('/api/settings/site.title', { value: 'First', basedOn })).status).toBe(200);
    const answer = await second.put('/api/settings/site.title', { value: 'Second', basedOn });
    expect(answer.status).toBe(409);
    expect(answer.body.current).toEqual({ ...TITLE, value: 'First' });
    expect(await all()).toEqual([{ ...TITLE, value: 'First' }]);
    const seen = { ...basedOn, value: 'First' };
    const again = await second.put('/api/settings/site.title', { value: 'Second', basedOn: seen });
    expect(again.status).toBe(200);
    expect(again.body.value).toBe('Second');
  });

  test('a change that is sent again, because no answer came, is no conflict and is logged once', async () => {
    const mine = { value: 'Quay', basedOn: stateOf(TITLE) };
    await admin.put('/api/settings/site.title', mine);
    const again = await admin.put('/api/settings/site.title', mine);
    expect([again.status, again.body]).toEqual([200, { ...TITLE, value: 'Quay' }]);
    expect((await auditLog()).map(({ action }) => action)).toEqual(['created', 'updated']);
  });

  test('of concurrent changes of one state, all but one get 409', async () => {
    const basedOn = stateOf(TITLE);
    const token = (await admin.get('/api/csrf-token')).body.csrfToken;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        admin.send('PUT', '/api/settings/site.title', { value: `${n}`, basedOn }, { 'csrf-token': token }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('an unknown setting is 404', async () => {
    expect((await admin.put('/api/settings/no.such', { value: 'x' })).status).toBe(404);
    expect((await admin.put(`/api/settings/${'k'.repeat(101)}`, { value: 'x' })).status).toBe(404);
  });
});

test('deleting a setting works once, then it is 404', async () => {
  await admin.post('/api/settings', TITLE);
  const answer = await admin.delete('/api/settings/site.title');
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(await all()).toEqual([]);
  expect((await admin.delete('/api/settings/site.title')).status).toBe(404);
});

test('each change increases the catalogue version; a refused one does not', async () => {
  const before = await version();
  await admin.post('/api/settings', TITLE);
  await admin.put('/api/settings/site.title', { value: 'Quay' });
  await admin.delete('/api/settings/site.title');
  expect(await version()).toBe(before + 3);
  await admin.post('/api/settings', { ...TITLE, key: '' });
  await admin.put('/api/settings/site.title', { value: 'Quay' });
  await admin.delete('/api/settings/site.title');
  expect(await version()).toBe(before + 3);
});

test('the audit log records who changed what, with both values', async () => {
  await admin.post('/api/settings', TITLE);
  await second.put('/api/settings/site.title', { value: 'Quay', category: 'general' });
  await second.put('/api/settings/site.title', { value: 'Quay' });
  await admin.delete('/api/settings/site.title');
  const its = { item_type: 'setting', item_id: 'site.title', title: 'site.title' };
  expect(await auditLog()).toEqual([
    { ...its, user_id: admin.user.id, action: 'created', details: { after: stateOf(TITLE) } },
    {
      ...its,
      user_id: second.user.id,
      action: 'updated',
      details: { before: { value: 'Harbour' }, after: { value: 'Quay' } },
    },
    {
      ...its,
      user_id: admin.user.id,
      action: 'deleted',
      details: { before: { ...stateOf(TITLE), value: 'Quay' } },
    },
  ]);
});

test('a list of changes cuts the picture in a logo, which the audit log has whole', async () => {
  const value = `data:image/png;base64,${'A'.repeat(50_000)}`;
  const answer = await admin.post('/api/settings', { ...TITLE, key: 'site.logo', value });
  expect(answer.body.value).toBe(value);
  expect((await auditLog())[0]?.details.after.value).toBe(value);
  expect((await admin.get('/api/audit-log')).text.length).toBeLessThan(5_000);
});

test('the longest value is saved in any script, with what the editor saw', async () => {
  const before = { value: '海'.repeat(MAX_SETTING_VALUE), category: 'advanced', description: null };
  expect((await admin.post('/api/settings', { key: 'own.sea', ...before })).status).toBe(201);
  const value = '洋'.repeat(MAX_SETTING_VALUE);
  expect((await admin.put('/api/settings/own.sea', { value, basedOn: before })).status).toBe(200);
});
