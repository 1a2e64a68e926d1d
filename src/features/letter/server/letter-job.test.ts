import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { VISITOR } from '#platform/http/serve/reader.ts';
import { MailSender } from '#platform/mail/mail-sender.ts';
import { oneClickHeaders } from '#platform/mail/one-click.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { smtpTransport } from '#platform/mail/transport.ts';
import { plansOf } from '#test/database/plans.ts';
import { untilBlocked } from '#test/database/until-blocked.ts';
import {
  lettersTo,
  MONDAY_AT_7,
  makeDue,
  newJob,
  setUpLetters,
  withLetter,
} from '#test/letter/letter-fixture.ts';
import { startSmtpPeer } from '#test/peers/smtp-peer.ts';
import { PUBLIC_URL } from '#test/test-api.ts';
import { stopInOneClick } from '../contract/calls.ts';
import { chooseDroplet } from './choose-droplet.ts';
import { applyAction } from './queries.ts';
import { allowance } from './queue-letters.ts';

const { api, set } = setUpLetters();

test('two nodes at the same moment queue each letter once', async () => {
  for (let n = 0; n < 8; n += 1) await withLetter(api, `reader-${n}@example.org`);
  await makeDue(api);
  const jobs = await Promise.all([newJob(api), newJob(api), newJob(api)]);
  const counts = await Promise.all(jobs.map((job) => job.queueDue()));
  expect(counts.reduce((sum, count) => sum + count)).toBe(8);
  for (let n = 0; n < 8; n += 1) expect(await lettersTo(api, `reader-${n}@example.org`)).toHaveLength(1);
});

test.runIf(process.env.TEST_ENGINE === 'postgres').each(['the link', 'the account'] as const)(
  'a letter that another node queues at this moment does not come after an end by %s',
  async (by) => {
    const { db } = api.database;
    const member = await withLetter(api, 'stopped@example.org');
    const { id } = await db.selectFrom('letters').select('id').executeTakeFirstOrThrow();
    let end: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (node) => {
      await node
        .updateTable('letters')
        .set({ next_at: Date.now() + 1e9 })
        .execute();
      const mail = { to: 'stopped@example.org', subject: 's', text: 't', html: 'h', isBulk: true };
      await queueMail(node, {
        ...mail,
        headers: oneClickHeaders(`${PUBLIC_URL}${stopInOneClick.path}?token=1`),
      });
      end =
        by === 'the link'
          ? db.transaction().execute((other) => applyAction(other, id, 'stop'))
          : member.put('/api/letter', { ...MONDAY_AT_7, on: false });
      await untilBlocked(db);
    });
    await end;
    expect(await lettersTo(api, 'stopped@example.org')).toEqual([]);
  },
);

test('an hour’s letters are as many as the owner allows, and a minute’s share comes at once', async () => {
  for (let n = 0; n < 5; n += 1) await withLetter(api, `many-${n}@example.org`);
  await makeDue(api);
  await set('letter.per-hour', '120');
  const job = await newJob(api);
  expect(await job.queueDue()).toBe(2);
  // Both mails still wait for the mail sender.
  expect(await job.queueDue()).toBe(0);
  const send = () => api.database.db.updateTable('mails').set({ sent_at: Date.now(), attempts: 1 }).execute();
  await send();
  expect(await job.queueDue()).toBe(2);
  await send();
  await api.database.db.updateTable('settings').set({ value: '4' }).execute();
  expect(await job.queueDue()).toBe(0);
  await api.database.db
    .updateTable('mails')
    .set({ sent_at: Date.now() - 3_600_001 })
    .execute();
  expect(await job.queueDue()).toBe(1);
});

/** Marks the waiting mails as failed once, and created some minutes ago. */
const tried = (minutes: number) =>
  api.database.db
    .updateTable('mails')
    .set({
      attempts: 3,
      last_error: 'Error: connect ECONNREFUSED',
      created_at: Date.now() - minutes * 60_000,
    })
    .where('sent_at', 'is', null)
    .execute();

test('while no mail leaves, no letter is queued; a single refusal stops none', async () => {
  for (let n = 0; n < 3; n += 1) await withLetter(api, `outage-${n}@example.org`);
  await makeDue(api);
  await set('letter.per-hour', '60');
  const job = await newJob(api);
  expect(await job.queueDue()).toBe(1);
  await tried(20);
  expect(await job.queueDue()).toBe(0);
  const other = { to: 'other@example.org', subject: 's', text: 't', html: 'h' };
  await queueMail(api.database.db, other);
  await api.database.db
    .updateTable('mails')
    .set({ sent_at: Date.now() })
    .where('recipient', '=', other.to)
    .execute();
  expect(await job.queueDue()).toBe(1);
});

test('letters of an earlier hour that leave in this one count', async () => {
  for (let n = 0; n < 4; n += 1) await withLetter(api, `late-${n}@example.org`);
  await makeDue(api);
  await set('letter.per-hour', '60');
  const { db } = api.database;
  const job = await newJob(api);
  expect(await job.queueDue()).toBe(1);
  await tried(90);
  await db.updateTable('mails').set({ sent_at: Date.now() }).execute();
  await db.updateTable('settings').set({ value: '1' }).execute();
  expect(await job.queueDue()).toBe(0);
  await db
    .updateTable('mails')
    .set({ sent_at: Date.now() - 3_600_001 })
    .execute();
  expect(await job.queueDue()).toBe(1);
});

test('waiting letters are found in indexes', async () => {
  await withLetter(api, 'stopped@example.org');
  const { db } = api.database;
  const { id } = await db.selectFrom('letters').select('id').executeTakeFirstOrThrow();
  const plans = await plansOf(db, () => allowance(db, 60));
  expect(
    plans.filter((plan) =>
      /mails_waiting (\(is_bulk=\? AND |.*\n *Index Cond: .*)next_attempt_at *</.test(plan),
    ),
  ).not.toHaveLength(0);
  expect(plans.filter((plan) => /SCAN mails|Seq Scan on mails/.test(plan))).toEqual([]);
  const mail = { subject: 's', text: 't', html: 'h', created_at: 1, attempts: 0, next_attempt_at: 1 };
  const others = Array.from({ length: 1_000 }, (_, n) => ({ ...mail, recipient: `${n}@example.org` }));
  await db
    .insertInto('mails')
    .values(others.map((other) => ({ ...other, is_bulk: true as boolean })))
    .execute();
  await sql`analyze mails`.execute(db);
  const stopped = await plansOf(db, () => applyAction(db, id, 'stop'));
  expect(stopped.filter((plan) => plan.includes('mails_recipient'))).toHaveLength(1);
});

test('the next droplet of a letter is found without sorting the catalogue', async () => {
  const { db } = api.database;
  const plans = await plansOf(db, () => chooseDroplet(db, 1, VISITOR));
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(/TEMP B-TREE|(?<!Incremental )Sort {2}\(/);
});

/** Paths of a letter's picture, lesson and links. */
const OWN_ADDRESSES = [
  /^previews\/droplet\/1-\w+\.png$/,
  /^droplets\/1-one$/,
  /^letter\/link#token=\d+\.[\w-]{43}&do=(pause|monthly|stop)$/,
];

test('a letter has picture, title, line, link, the owner’s line and ways to stop', async () => {
  await set('letter.line', 'The evenings are <long> now.');
  await set('letter.address', 'Stillwater, 1 Harbor Street, Lisbon');
  await withLetter(api, 'maren@example.org');
  await makeDue(api);
  await (await newJob(api)).queueDue();
  const peer = await startSmtpPeer();
  const sender = new MailSender(api.database.db, smtpTransport(peer.url, 'letter@still.example'), {
    warn: () => {},
  });
  sender.wake();
  const mail = await peer.waitFor(({ to }) => to[0] === 'maren@example.org');
  await sender.stop();
  await peer.stop();
  expect(mail.subject).toBe('The <Turn> & "more", one minute');
  for (const part of [
    'stillwater\n\nThe <Turn> & "more"\nOne line. And another.\n',
    `Watch, 1 min:\n${PUBLIC_URL}/droplets/1-one\n`,
    'The evenings are <long> now.',
    'You asked for one lesson a week.\nPause 4 weeks:',
    'Stillwater, 1 Harbor Street, Lisbon',
  ])
    expect(mail.text.replaceAll('\r\n', '\n')).toContain(part);
  expect(mail.html).toContain('alt="Cover of The &#60;Turn&#62; &#38; &#34;more&#34;"');
  expect(mail.html).toContain('The evenings are &#60;long&#62; now.');
  expect(mail.html).not.toMatch(/<Turn|<long/);
  const addresses = [...`${mail.html} ${mail.text}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url);
  // The letter has only its picture, its lesson and its own links, and nothing that tracks readers.
  const paths = addresses.map((url) => url.replace('http://localhost:3000/', '').replace('&#38;', '&'));
  expect(paths.filter((path) => !OWN_ADDRESSES.some((own) => own.test(path)))).toEqual([]);
  expect(mail.html.match(/<img /g)).toHaveLength(1);
  const headers = mail.raw.replace(/\r?\n[ \t]+/g, ' ');
  expect(headers).toMatch(
    /^List-Unsubscribe: <http:\/\/localhost:3000\/api\/letter\/one-click\?token=\S+>\r?$/m,
  );
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  expect(headers).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  const [, picture = ''] = /src="http:\/\/localhost:3000([^"]+)"/.exec(mail.html) ?? [];
  const shown = await api.visitor().get(picture);
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
});

test('without link previews a letter has no picture', async () => {
  await set('site.sharing', 'off');
  await withLetter(api, 'plain@example.org');
  await makeDue(api);
  await (await newJob(api)).queueDue();
  const [letter] = await lettersTo(api, 'plain@example.org');
  expect(letter?.html).not.toContain('<img');
});
