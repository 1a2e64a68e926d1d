import { beforeAll, expect, test } from 'vitest';
import { insertPasskey } from '#features/accounts/server/passkeys/passkeys.ts';
import {
  redeemRecoveryCode,
  replaceRecoveryCodes,
} from '#features/accounts/server/second-factor/recovery-codes.ts';
import { resetSecondFactor } from '#features/accounts/server/second-factor/second-factor.ts';
import { startTotp } from '#features/accounts/server/second-factor/totp.ts';
import { storeComfort } from '#features/comfort/server/queries.ts';
import { addFavorite } from '#features/favorites/server/queries.ts';
import { grantAccess } from '#features/grants/server/grant-access.ts';
import { applyAction, saveLetter } from '#features/letter/server/queries.ts';
import { importBatch } from '#features/member-import/server/import-batch.ts';
import { saveMarks } from '#features/progress/server/marks.ts';
import { saveReports } from '#features/progress/server/queries.ts';
import { insertSignup } from '#features/signups/server/routes.ts';
import { canonical, readRows } from '#platform/database/copy/rows.ts';
import { tableShapes } from '#platform/database/copy/table-shapes.ts';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { withdrawMails } from '#platform/mail/one-click.ts';
import { queueMail, redirectBulk } from '#platform/mail/queue.ts';
import { DAY } from '#platform/text/time-units.ts';
import { GOOD_PASSWORD, lastMailTo, registered } from '#test/account-fixture.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';

/*
 * Actions of and on one person change no row of others. An update or deletion without its condition fails a
 * test here, in any table.
 */

const api = setUpApi();
const db = () => api.database.db;

/** Tables without persons that many changes write to. */
const COMMON = ['catalogue_version', 'leases', 'rate_limits', 'usage_counts'];

let admin: SignedInClient;
let droplets: { id: number }[];

beforeAll(async () => {
  admin = await api.signedIn('admin');
  await insertOceans(db(), [anOcean({ waves: [aWave({ droplets: [aDroplet(), aDroplet()] })] })]);
  droplets = await db().selectFrom('droplets').select('id').orderBy('id').execute();
  // Another person, whose rows must not change.
  await person();
});

let made = 0;

/** Makes a member with rows in every table of members, and the owner's data with their name. */
async function person() {
  made += 1;
  const name = `anna-${made}-`;
  const email = `${name}@example.org`;
  const member = await registered(api, { username: `${name}member`, email });
  const { client } = member;
  const userId = member.user.id as number;
  const { code } = await lastMailTo(api, email);
  expect((await client.post('/api/user/email/verify', { email, code })).status).toBe(200);
  await api
    .visitor(`10.9.0.${made}`)
    .send('POST', '/api/login', { username: email, password: GOOD_PASSWORD });
  await rowsOfMember(userId);
  const { id: letterId } = await saveLetter(db(), { userId }, { ...WEEKLY, on: true });
  await db()
    .insertInto('letters_sent')
    .values({ letter_id: letterId, droplet_id: droplets[0]?.id ?? 0, at: 1 })
    .execute();
  const [recoveryCode = ''] = await replaceRecoveryCodes(db(), userId);
  const passkeyId = await secondFactors(userId, name);
  const visitor = `${name}visitor@example.org`;
  const signupId = await signUp(email);
  const visitorId = await signUp(visitor);
  const grantId = await give({ userId }, name);
  await give({ email: visitor }, name);
  const link = await admin.post(`/api/preview-links/droplet/${droplets[0]?.id}`, { forWhom: name, days: 7 });
  const setting = await admin.post('/api/settings', { key: `${name}x`, value: '1', category: 'advanced' });
  expect(setting.status, setting.text).toBe(201);
  const mailId = await refusedMail(visitor);
  const importId = await checkedImport(name);
  const gift = await admin.post('/api/gift-codes', {
    ...{ word: '', months: 1, uses: 2, invitations: [], key: `${name}gift-code` },
    endsAt: new Date(Date.now() + DAY).toISOString(),
  });
  expect(gift.status, gift.text).toBe(201);
  const ids = { userId, passkeyId, letterId, signupId, visitorId, grantId, mailId, importId };
  return {
    name,
    email,
    client,
    recoveryCode,
    ...ids,
    gift: gift.body,
    linkId: link.body.link.id,
    link: new URL(link.body.url).pathname,
  };
}

type Person = Awaited<ReturnType<typeof person>>;

const WEEKLY = { day: 1, hour: 7, timeZone: 'UTC', rhythm: 'weekly' } as const;

async function rowsOfMember(userId: number): Promise<void> {
  for (const { id: itemId } of droplets) await addFavorite(db(), userId, { itemType: 'droplet', itemId });
  const each = droplets.map(({ id }) => ({ dropletId: id, at: 1 }));
  await saveReports(
    db(),
    userId,
    each.map((report) => ({ ...report, position: 1, furthest: 1, seenAt: 1 })),
  );
  await saveMarks(
    db(),
    userId,
    each.map((mark) => ({ ...mark, step: 1 })),
  );
  await db().insertInto('welcomes').values({ user_id: userId, day: '2026-11-29', content: '{}' }).execute();
  await storeComfort(db(), userId, { theme: 'dark', text: 'large', motion: 'off', captions: true });
}

/** Adds codes from an app, a passkey and a first login as staff. Returns the passkey's id. */
async function secondFactors(userId: number, name: string): Promise<number> {
  await startTotp(db(), { id: userId, username: name }, 'Stillwater');
  await db().updateTable('users').set({ admin_login_at: 1 }).where('id', '=', userId).execute();
  const passkey = await insertPasskey(db(), {
    ...{ user_id: userId, credential_id: name, public_key: 'x', user_handle: name, sign_count: 0, name },
    ...{ transports: [], isBackedUp: false },
  });
  return passkey?.id ?? 0;
}

/** Signs an address up, with a pending verification and letter. Returns the id. */
async function signUp(email: string): Promise<number> {
  await insertSignup(db(), email, 'landing');
  await api.visitor(`10.8.0.${made}`).send('POST', '/api/email-signup', { email });
  const letter = { subject: 'A letter', text: 'x', html: 'x', isBulk: true, headers: { a: '/letter?x' } };
  await queueMail(db(), { ...letter, to: email });
  const { id } = await db()
    .selectFrom('email_signups')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a mail to the address that the mail server refused. Returns its id. */
async function refusedMail(to: string): Promise<number> {
  await queueMail(db(), { to, subject: 'Refused', text: 'x', html: 'x' });
  const { id } = await db()
    .updateTable('mails')
    .set({ next_attempt_at: GIVEN_UP, last_error: '550' })
    .where('recipient', '=', to)
    .where('subject', '=', 'Refused')
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const give = (to: { userId: number } | { email: string }, reason: string) =>
  db()
    .transaction()
    .execute((transaction) =>
      grantAccess(transaction, { to, endsAt: Date.now() + DAY, reason, source: 'owner', grantedBy: null }),
    );

async function checkedImport(name: string): Promise<number> {
  const { id } = await db()
    .insertInto('member_imports')
    .values({
      file_name: name,
      state: 'checked',
      created_by: null,
      created_at: Date.now(),
      problems: '[]',
      members: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [line, email] of [`${name}visitor@example.org`, `${name}imported@example.org`].entries())
    await db()
      .insertInto('member_import_rows')
      .values({ import_id: id, line, email, email_key: email, joined_at: 1, has_plan: false })
      .execute();
  return id;
}

type Row = Record<string, unknown>;

/** Reads every row of the tables that contain persons, by table and values. */
async function everyRow(): Promise<Map<string, [table: string, row: Row]>> {
  const found = new Map<string, [string, Row]>();
  const shapes = (await tableShapes(db())).filter(({ name }) => !COMMON.includes(name));
  for (const shape of shapes)
    for await (const rows of readRows(db(), shape))
      for (const values of rows) {
        const row = Object.fromEntries(shape.columns.map((column, index) => [column.name, values[index]]));
        found.set(`${shape.name} ${canonical(values)}`, [shape.name, row]);
      }
  return found;
}

function isOf(one: Person, table: string, row: Row): boolean {
  const { userId, letterId, importId } = one;
  const own: Row = {
    users: userId,
    letters: letterId,
    member_imports: importId,
    mails: one.mailId,
    gift_codes: one.gift.id,
  };
  return (
    row.user_id === userId ||
    row.letter_id === letterId ||
    row.import_id === importId ||
    (table in own && row.id === own[table]) ||
    JSON.stringify(row).includes(one.name)
  );
}

const lastChange = Number.MAX_SAFE_INTEGER;
const account = ({ userId }: Person) => `/api/people/account/${userId}`;

type Act = (one: Person) => Promise<{ status: number; text: string }>;

async function done(work: Promise<unknown>) {
  await work;
  return { status: 204, text: '' };
}

const ACTS: Record<string, Act> = {
  'a member forgets what they have seen': ({ client }) => client.delete('/api/progress'),
  'a member removes a heart': ({ client }) =>
    client.delete('/api/favorites', { itemType: 'droplet', itemId: droplets[0]?.id }),
  'a device removes a heart later': ({ client }) =>
    client.post('/api/favorites/merge', {
      items: [{ itemType: 'droplet', itemId: droplets[0]?.id, removed: true, at: Date.now() + 1 }],
    }),
  'a member stops the letters': ({ client }) => client.put('/api/letter', { ...WEEKLY, on: false }),
  'letters are paused by a link': ({ letterId }) => done(applyAction(db(), letterId, 'pause')),
  'queued letters are withdrawn': ({ email }) => done(withdrawMails(db(), email, '/letter')),
  'queued letters follow a new address': ({ email, name }) =>
    done(redirectBulk(db(), email, `${name}new@example.org`)),
  'a member changes the password': ({ client }) =>
    client.put('/api/user/password', { currentPassword: GOOD_PASSWORD, password: 'Calm-Water-2031' }),
  'a member removes a passkey': ({ client, passkeyId }) =>
    client.delete(`/api/user/passkeys/${passkeyId}`, { currentPassword: GOOD_PASSWORD }),
  'a recovery code is used': ({ userId, recoveryCode }) =>
    done(redeemRecoveryCode(db(), userId, recoveryCode)),
  'second factors are reset': ({ userId }) => done(resetSecondFactor(db(), userId)),
  'a password is reset by a link': async ({ email }) => {
    const browser = api.visitor(`10.6.0.${made}`);
    await browser.send('POST', '/api/password/forgot', { email });
    const { token } = await lastMailTo(api, email);
    return browser.send('POST', '/api/password/reset', { token, password: 'Calm-Water-2031' });
  },
  'a member deletes the account and the address': ({ client }) =>
    client.delete('/api/user', { password: GOOD_PASSWORD, forgetEmail: true }),
  'an address is revoked': ({ signupId }) =>
    admin.patch(`/api/email-signups/${signupId}`, { hasAccess: false }),
  'an address is erased': ({ visitorId }) => admin.delete(`/api/email-signups/${visitorId}`),
  'sessions of a member are ended': (one) => admin.delete(`${account(one)}/sessions`, { lastChange }),
  'a member is disabled': (one) => admin.patch(account(one), { isDisabled: true, lastChange }),
  'a member becomes an editor': (one) => admin.patch(account(one), { role: 'editor', lastChange }),
  'an account is deleted': (one) => admin.delete(account(one), { confirmation: one.email, lastChange }),
  'given access is withdrawn': (one) =>
    admin.patch(`${account(one)}/grants/${one.grantId}`, { isWithdrawn: true, lastChange }),
  'a gift is redeemed': ({ client, gift }) => client.post('/api/gift-codes/redeem', { code: gift.code }),
  'a gift is withdrawn': ({ gift }) => admin.patch(`/api/gift-codes/${gift.id}`, { isWithdrawn: true }),
  'a preview link is revoked': ({ linkId }) => admin.delete(`/api/preview-links/${linkId}`),
  'a preview link is opened': ({ link }) => api.visitor('10.7.0.1').get(link),
  'an import is discarded': ({ importId }) => admin.delete(`/api/member-imports/${importId}`),
  'an import runs': async ({ importId }) => {
    const answer = await admin.post(`/api/member-imports/${importId}/run`, {
      accessUntil: null,
      isInviting: false,
    });
    while (await importBatch(db(), importId, PUBLIC_URL));
    return answer;
  },
  'a warning is dismissed': ({ mailId }) => admin.delete(`/api/warnings/mail/${mailId}`),
  'a setting is changed': ({ name }) => admin.put(`/api/settings/${name}x`, { value: '2' }),
  'a setting is deleted': ({ name }) => admin.delete(`/api/settings/${name}x`),
};

test.each(Object.entries(ACTS))('%s: no row of other persons changes', async (_name, act) => {
  const one = await person();
  const before = await everyRow();
  const { status, text } = await act(one);
  expect(status, text).toBeLessThan(303);
  const after = await everyRow();
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, found]) => found);
  expect(gone).not.toEqual([]);
  expect(gone.filter(([table, row]) => !isOf(one, table, row))).toEqual([]);
});
