import { expect, test } from 'vitest';
import { queueMail } from '#platform/mail/queue.ts';
import { MONDAY_AT_7, makeDue, newJob, setUpLetters, withLetter } from '#test/letter/letter-fixture.ts';

/* Letters beside invitations, after downtime of the site, and after a fast clock. */

const { api, set } = setUpLetters();

test('invitations that wait for their time hold no letter back, and those that left count', async () => {
  for (let n = 0; n < 2; n += 1) await withLetter(api, `beside-${n}@example.org`);
  await makeDue(api);
  const { db } = api.database;
  await set('letter.per-hour', '60');
  const invitation = { subject: 'i', text: 't', html: 'h', isBulk: true };
  for (let n = 1; n <= 100; n += 1)
    await queueMail(db, { ...invitation, to: `${n}@example.org`, notBefore: Date.now() + n * 120_000 });
  // The import happened in an earlier hour.
  await db
    .updateTable('mails')
    .set({ created_at: Date.now() - 5_400_000 })
    .execute();
  const job = await newJob(api);
  expect(await job.queueDue()).toBe(1);
  await db.updateTable('mails').set({ sent_at: Date.now() }).execute();
  expect(await job.queueDue()).toBe(0);
});

test('a letter that a stop of the site has made late does not come at night', async () => {
  await withLetter(api, 'late@example.org');
  const { db } = api.database;
  const zoneAt = (hour: number) => {
    const ahead = (hour - new Date().getUTCHours() + 24 + 11) % 24;
    return `Etc/GMT${ahead >= 11 ? '-' : '+'}${Math.abs(ahead - 11)}`;
  };
  const lateBy = (hours: number, hour: number) =>
    db
      .updateTable('letters')
      .set({ next_at: Date.now() - hours * 3_600_000, time_zone: zoneAt(hour) })
      .execute();
  const job = await newJob(api);
  await lateBy(20, 3);
  expect(await job.queueDue()).toBe(0);
  const { next_at } = await db.selectFrom('letters').select('next_at').executeTakeFirstOrThrow();
  expect(next_at).toBeGreaterThan(Date.now() + 3 * 3_600_000);
  expect(next_at).toBeLessThan(Date.now() + 4 * 3_600_000);
  // The readers' own hour may be at night.
  await lateBy(0.5, 3);
  expect(await job.queueDue()).toBe(1);
  await lateBy(20, 15);
  expect(await job.queueDue()).toBe(1);
});

test('a letter whose time a clock that ran ahead has set comes at its next time', async () => {
  const { db } = api.database;
  const year = 365 * 86_400_000;
  const member = await withLetter(api, 'ahead@example.org');
  const paused = await withLetter(api, 'paused@example.org');
  await paused.put('/api/letter', { ...MONDAY_AT_7, on: true, rhythm: 'paused' });
  const both = await withLetter(api, 'both@example.org');
  await both.put('/api/letter', { ...MONDAY_AT_7, day: 3, on: true });
  const before = await db.selectFrom('letters').select(['id', 'next_at']).orderBy('id').execute();
  const later = (ids: number[], part: object) =>
    db.updateTable('letters').set(part).where('id', 'in', ids).execute();
  const [first, , third] = before.map(({ id }) => id) as [number, number, number];
  const ahead = Date.now() + year;
  await later([first, third], { next_at: ahead });
  await later([third], { paused_until: ahead });
  await db.insertInto('letters_sent').values({ letter_id: first, droplet_id: 1, at: ahead }).execute();
  await (await newJob(api)).queueDue();
  expect(await db.selectFrom('letters').select(['id', 'next_at']).orderBy('id').execute()).toEqual(before);
  // The late letter does not postpone the next one.
  const { body } = await member.put('/api/letter', { ...MONDAY_AT_7, on: true });
  expect(Date.parse(body.nextAt)).toBeLessThan(Date.now() + 11 * 86_400_000);
});
