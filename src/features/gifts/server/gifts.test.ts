import type { Updateable } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { grantAccess, withdrawGrant } from '#features/grants/server/grant-access.ts';
import type { Tables } from '#platform/database/tables.ts';
import { LEASE, MailSender } from '#platform/mail/mail-sender.ts';
import { addMonths } from '#platform/text/add-months.ts';
import { DAY } from '#platform/text/time-units.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { PUBLIC_URL, type SignedInClient } from '#test/test-api.ts';
import type { GiftCode } from '../contract/schemas.ts';

/* Gift codes: made by the owner, redeemed by members, each use once. */

const api = setUpApi();

let ada: SignedInClient;
let members = 0;
let keys = 0;

beforeAll(async () => {
  ada = await api.signedIn('admin', { username: 'ada' });
});
beforeEach(async () => {
  for (const table of ['gift_codes', 'mails', 'rate_limits', 'audit_log'] as const)
    await api.database.db.deleteFrom(table).execute();
});

const gift = (part: object = {}) => {
  keys += 1;
  return {
    ...{ word: 'Spring', months: 3, uses: 20, invitations: [], key: `request-${keys}` },
    endsAt: new Date(Date.now() + 30 * DAY).toISOString(),
    ...part,
  };
};
async function made(part: object = {}): Promise<GiftCode> {
  const { status, body } = await ada.post('/api/gift-codes', gift(part));
  expect(status, body.message).toBe(201);
  return body;
}
const listed = async (): Promise<GiftCode[]> => (await ada.get('/api/gift-codes')).body;
const member = () => {
  members += 1;
  return api.signedIn('free', { username: `Member ${members}` });
};
const redeem = (client: SignedInClient, code: string) => client.post('/api/gift-codes/redeem', { code });
const roleOf = async (client: SignedInClient) => (await client.get('/api/user')).body.role;
const withdraw = (id: number, isWithdrawn = true) => ada.patch(`/api/gift-codes/${id}`, { isWithdrawn });
const changeRow = ({ user }: SignedInClient, row: Updateable<Tables['users']>) =>
  api.database.db.updateTable('users').set(row).where('id', '=', user.id).execute();
const about = (until: string, expected: number) =>
  expect(Math.abs(Date.parse(until) - expected)).toBeLessThan(DAY / 24);

test('a code is a word and eight letters that nobody confuses; the log has no letters', async () => {
  const { id, code } = await made({ word: 'spring time' });
  expect(code).toMatch(/^SPRINGTIME-[2-9A-HJKMNP-TW-Z]{4}-[2-9A-HJKMNP-TW-Z]{4}$/);
  const codes = await Promise.all(Array.from({ length: 20 }, () => made({ word: '' })));
  expect(new Set(codes.map((other) => other.code)).size).toBe(20);
  const rows = await api.database.db.selectFrom('audit_log').selectAll().execute();
  expect(rows).toHaveLength(21);
  expect(new Set(rows.map(({ title }) => title))).toEqual(
    new Set([
      `SPRINGTIME, number ${id}, 3 months for 20`,
      ...codes.map((other) => `number ${other.id}, 3 months for 20`),
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain(code.slice(-9));
});

test('each address gets one invitation with the code, and a repeated press makes one code', async () => {
  const withInvitations = gift({
    invitations: ['temi@example.org', 'robin@example.org', 'TEMI@example.org'],
  });
  const both = await Promise.all([
    ada.post('/api/gift-codes', withInvitations),
    ada.post('/api/gift-codes', withInvitations),
  ]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const [{ code, invited }, ...others] = (await listed()) as [GiftCode, ...GiftCode[]];
  expect([invited, others]).toEqual([2, []]);
  const mails = await api.database.db.selectFrom('mails').selectAll().orderBy('recipient').execute();
  const recipients = mails.map(({ recipient }) => recipient.toLowerCase()).sort();
  expect(recipients).toEqual(['robin@example.org', 'temi@example.org']);
  expect(mails[0]?.text).toContain(`${PUBLIC_URL}/redeem?code=${code}`);
  expect(mails[0]?.subject).toBe('A gift for you: 3 months of Stillwater');
});

test('invitations of a withdrawn code wait until it comes back', async () => {
  await made({ invitations: ['robin@example.org'] });
  const { id, endsAt } = await made({ invitations: ['temi@example.org', 'maren@example.org'] });
  const { db } = api.database;
  const mails = db.selectFrom('mails').orderBy('id');
  const dueAt = async () =>
    (await mails.select('next_attempt_at').execute()).map(({ next_attempt_at }) => next_attempt_at);
  await db.updateTable('mails').set({ sent_at: 1 }).where('recipient', '=', 'maren@example.org').execute();
  const [other, , sent] = await dueAt();
  await withdraw(id);
  expect(await dueAt()).toEqual([other, Date.parse(endsAt), sent]);
  await withdraw(id, false);
  expect((await dueAt())[1]).toBeLessThanOrEqual(Date.now() + LEASE);
});

test('an invitation that is being sent while its code is withdrawn and comes back is sent once', async () => {
  const { id } = await made({ invitations: ['temi@example.org'] });
  const sending = Promise.withResolvers<void>();
  let begun = 0;
  const senders = [1, 2].map(
    () =>
      new MailSender(
        api.database.db,
        () => {
          begun += 1;
          return sending.promise;
        },
        { warn: () => {} },
      ),
  );
  const rounds = [senders[0]?.wake()];
  await expect.poll(() => begun).toBe(1);
  await withdraw(id);
  await withdraw(id, false);
  let isOver = false;
  const endRound = () => {
    isOver = true;
  };
  rounds.push(senders[1]?.wake().then(endRound));
  // Both senders have polled once this round has ended or both sends have begun. One poll covers both,
  // because an unawaited poll would continue in later tests and advance their clocks.
  await expect.poll(() => isOver || begun === 2).toBe(true);
  sending.resolve();
  await Promise.all(rounds);
  expect(begun).toBe(1);
});

test('the invitation names the last day as its giver wrote it, wherever that is', async () => {
  const year = new Date().getFullYear() + 1;
  const to = 'west@example.org';
  await made({ endsAt: `${year}-03-28T23:59:59.999-07:00`, invitations: [to] });
  const mails = api.database.db.selectFrom('mails').where('recipient', '=', to);
  const { text } = await mails.select('text').executeTakeFirstOrThrow();
  expect(text).toContain(`March 28, ${year}`);
});

test.each([
  [{ months: 0 }, 'months'],
  [{ months: 61 }, 'months'],
  [{ uses: 1.5 }, 'uses'],
  [{ endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
  [{ endsAt: '' }, 'endsAt'],
  [{ word: 'Frühling' }, 'word'],
  [{ invitations: ['temi@example.org', 'robin@'] }, 'invitations.1'],
  [{ uses: 1, invitations: ['temi@example.org', 'robin@example.org'] }, 'invitations'],
])('%j is refused beside its field, and nothing is made', async (part, path) => {
  const { status, body } = await ada.post('/api/gift-codes', gift(part));
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
  expect(await listed()).toEqual([]);
});

test('a member redeems a code, however it is written, and everything is open for its months', async () => {
  const { id, code } = await made();
  const reader = await member();
  const { status, body } = await redeem(reader, ` ${code.toLowerCase().replaceAll('-', ' ')}`);
  expect([status, body.months, body.isAdded]).toEqual([200, 3, false]);
  about(body.until, addMonths(Date.now(), 3));
  expect(await roleOf(reader)).toBe('subscriber');
  expect(await listed()).toMatchObject([{ id, used: 1, redemptions: [{ userId: reader.user.id }] }]);
  const grants = await api.database.db.selectFrom('access_grants').selectAll().execute();
  expect(grants).toMatchObject([{ user_id: reader.user.id, source: 'code', granted_by: ada.user.id }]);
  const entries = (await ada.get(`/api/audit-log?itemType=account&itemId=${reader.user.id}`)).body;
  expect(entries).toMatchObject([{ action: 'granted', details: { done: 'code-redeemed', giftCode: id } }]);
});

test('a member redeems a code once, also with two presses at one moment', async () => {
  const { code } = await made();
  const reader = await member();
  const answers = await Promise.all([redeem(reader, code), redeem(reader, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await redeem(reader, code)).body).toMatchObject({
    code: 'gift-redeemed',
    message: 'You have redeemed this code already. What it opens is open for you.',
  });
  expect((await listed())[0]?.used).toBe(1);
  await api.database.db.updateTable('access_grants').set({ withdrawn_at: Date.now() }).execute();
  expect((await redeem(reader, code)).body).toMatchObject({
    code: 'gift-redeemed',
    message: 'You have redeemed this code already, and its time is over.',
  });
});

test('a code is redeemed exactly as often as it has uses, however many redeem it at one moment', async () => {
  const { code } = await made({ uses: 3 });
  await withdraw((await made()).id);
  const readers = await Promise.all(Array.from({ length: 8 }, member));
  const answers = await Promise.all(readers.map((reader) => redeem(reader, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(body).toMatchObject({
      code: 'gift-used-up',
      message: expect.stringMatching(/^This code is used up/),
    });
  expect(await listed()).toMatchObject([{ used: 0 }, { used: 3, redemptions: { length: 3 } }]);
  expect(await Promise.all(readers.map(roleOf))).toEqual(
    answers.map(({ status }) => (status === 200 ? 'subscriber' : 'free')),
  );
});

test('unknown, ended and withdrawn codes are refused with their reason, and no use is counted', async () => {
  const reader = await member();
  expect((await redeem(reader, 'SPRING-2222-2222')).body.code).toBe('gift-unknown');
  const { id, code } = await made();
  await withdraw(id);
  expect((await redeem(reader, code)).body).toMatchObject({
    code: 'gift-ended',
    message: expect.stringMatching(/^This code was withdrawn\./),
  });
  await withdraw(id, false);
  await api.database.db
    .updateTable('gift_codes')
    // The end of January 4 in Los Angeles.
    .set({ ends_at: Date.parse('2026-01-04T23:59:59.999-08:00') })
    .execute();
  expect((await redeem(reader, code)).body.message).toMatch(/^This code has ended\. Ask/);
  expect([(await listed())[0]?.used, await roleOf(reader)]).toEqual([0, 'free']);
});

test('a withdrawn code comes back, with one entry for each change, and what was opened stays', async () => {
  const { id, code } = await made();
  const reader = await member();
  await redeem(reader, code);
  await Promise.all([withdraw(id), withdraw(id)]);
  expect(await roleOf(reader)).toBe('subscriber');
  expect((await withdraw(id, false)).body).toMatchObject({ withdrawnAt: null, used: 1 });
  expect((await redeem(await member(), code)).status).toBe(200);
  const entries = (await ada.get(`/api/audit-log?itemType=gift-code&itemId=${id}`)).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['restored', 'deleted', 'created']);
  expect((await withdraw(987_654)).status).toBe(404);
});

test('months come after those of another gift, also of two at one moment, and beside a payment', async () => {
  const codes = await Promise.all([made(), made({ months: 12 })]);
  const reader = await member();
  const payer = await member();
  const paid = Date.now() + 20 * DAY;
  const { db } = api.database;
  await changeRow(payer, { role: 'subscriber', subscriber_until: paid });
  const answers = await Promise.all(codes.map(({ code }) => redeem(reader, code)));
  expect(answers.map(({ body }) => body.isAdded).sort()).toEqual([false, true]);
  const last = Math.max(...answers.map(({ body }) => Date.parse(body.until)));
  // At a month's end the order of additions matters: from November 29, 2026 to February 28 or 29, 2028.
  const ends = [addMonths(addMonths(Date.now(), 3), 12), addMonths(addMonths(Date.now(), 12), 3)];
  about(new Date(last).toISOString(), ends.find((end) => Math.abs(end - last) < DAY / 24) ?? 0);
  about((await redeem(payer, codes[0].code)).body.until, addMonths(Date.now(), 3));
  expect(await db.selectFrom('users').selectAll().where('id', '=', payer.user.id).execute()).toMatchObject([
    { role: 'subscriber', subscriber_until: paid },
  ]);
});

test('months begin now for a member whose given access is over', async () => {
  const { code } = await made();
  const reader = await member();
  await changeRow(reader, { granted_until: Date.now() - 10 * DAY });
  const { body } = await redeem(reader, code);
  expect(body.isAdded).toBe(false);
  about(body.until, addMonths(Date.now(), 3));
});

test('a member whose access has no end cannot use up a code', async () => {
  const { code } = await made();
  const reader = await member();
  const { db } = api.database;
  const id = await db.transaction().execute((transaction) =>
    grantAccess(transaction, {
      ...{ to: { userId: reader.user.id }, endsAt: null, reason: 'A friend', source: 'owner' },
      grantedBy: ada.user.id,
    }),
  );
  for (const who of [reader, ada]) expect((await redeem(who, code)).body.code).toBe('gift-needless');
  await db.transaction().execute((transaction) => withdrawGrant(transaction, id, ada.user.id));
  expect((await redeem(reader, code)).status).toBe(200);
});

test('guesses are limited, and right codes are not counted', async () => {
  const reader = await member();
  for (let n = 0; n < 4; n += 1) expect((await redeem(reader, (await made()).code)).status).toBe(200);
  for (let n = 0; n < 10; n += 1) expect((await redeem(reader, `WRONG-${n}`)).status).toBe(404);
  const { code } = await made();
  expect(await redeem(reader, code)).toMatchObject({
    status: 429,
    body: { message: 'Too many wrong codes. Please try again later.' },
  });
});

test('an erased member leaves their use behind, without their name', async () => {
  const { code } = await made({ uses: 1 });
  const reader = await member();
  await redeem(reader, code);
  await api.database.db.deleteFrom('users').where('id', '=', reader.user.id).execute();
  expect(await listed()).toMatchObject([{ used: 1, redemptions: [{ userId: null, name: null }] }]);
  expect((await redeem(await member(), code)).body.code).toBe('gift-used-up');
});
