import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { GIVEN_UP } from '#platform/mail/mail-sender.ts';
import { mendMailTimes } from '#platform/mail/sweep-mails.ts';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';
import { exported, ImportSite, row } from '#test/ghost-members/member-import-fixture.ts';
import { latestImports } from './queries.ts';
import { invitationPace, releaseInvitations } from './release-invitations.ts';

/* Times at which the invitations of an import are sent. */

let site: ImportSite;
beforeAll(async () => {
  site = await ImportSite.start();
});
afterAll(() => site.api.stop());
afterEach(async () => {
  await site.empty();
  await site.db.deleteFrom('settings').execute();
});

const set = (key: string, value: string) =>
  site.db
    .insertInto('settings')
    .values({ key, value, category: 'general', description: null, updated_at: 1 })
    .execute();

const invite = (from: number, count: number) =>
  site.imported(exported(...Array.from({ length: count }, (_, n) => row(from + n))), {
    accessUntil: null,
    isInviting: true,
  });

/** Reads recipients of the mails due at a time, in sending order. */
async function due(now: number): Promise<string[]> {
  const mails = site.db.selectFrom('mails').select('recipient').where('next_attempt_at', '<=', now);
  return (await mails.orderBy('next_attempt_at').orderBy('id').execute()).map(({ recipient }) => recipient);
}

/** Returns a full hour in UTC. */
const at = (hour: number) => Date.UTC(2031, 4, 12, hour);

test('invitations leave at half the limit per hour, those of a second import after the first', async () => {
  await set('letter.per-hour', '181');
  await invite(0, 60);
  await invite(100, 60);
  expect(await due(at(23))).toEqual([]);
  const each: number[] = [];
  for (let minute = 0; minute < 60; minute += 1)
    each.push(await releaseInvitations(site.db, at(9) + minute * MINUTE));
  expect(each).toEqual(Array.from({ length: 30 }, () => [1, 2]).flat());
  const left = await due(at(10));
  expect(left).toHaveLength((await invitationPace(site.db)).perHour);
  expect(left.slice(58, 62)).toEqual([58, 59, 100, 101].map((n) => `m${n}@example.org`));
});

test('none leave at night by the site’s clocks', async () => {
  await set('letter.per-hour', '240');
  await invite(0, 20);
  expect(await latestImports(site.db)).toMatchObject([{ isSentAtNight: true }]);
  await set('site.time-zone', 'Asia/Tokyo');
  expect(await latestImports(site.db)).toMatchObject([{ isSentAtNight: false }]);
  // 22:00, 6:59, 7:00 and 21:59.
  const times = [at(13), at(22) - MINUTE, at(22), at(37) - MINUTE];
  const left: number[] = [];
  for (const now of times) left.push(await releaseInvitations(site.db, now));
  expect(left).toEqual([0, 0, 2, 2]);
});

test('after a mail outage, and after a stop, they leave one by one as before', async () => {
  await set('letter.per-hour', '240');
  await invite(0, 20);
  const begun = site.db.updateTable('mails').where('next_attempt_at', '<=', at(10));
  expect(await releaseInvitations(site.db, at(9))).toBe(2);
  await begun.set({ sent_at: at(9) + 1 }).execute();
  expect(await releaseInvitations(site.db, at(9) + MINUTE)).toBe(2);
  const failed = { attempts: 3, last_error: 'connect ECONNREFUSED', next_attempt_at: at(12) };
  await begun.set(failed).where('sent_at', 'is', null).execute();
  expect(await releaseInvitations(site.db, at(9) + HOUR)).toBe(0);
  await site.db
    .updateTable('mails')
    .set({ sent_at: at(12) })
    .where('attempts', '>', 0)
    .execute();
  expect(await releaseInvitations(site.db, at(20))).toBe(2);
  expect(await due(at(20))).toHaveLength(6);
});

test('a clock that ran ahead lets none leave at once, and given-up mails stay so', async () => {
  await invite(0, 20);
  await site.db
    .updateTable('mails')
    .set({ created_at: Date.now() + HOUR })
    .execute();
  await mendMailTimes(site.db);
  expect(await due(at(9))).toEqual([]);
  await site.db.updateTable('mails').set({ next_attempt_at: GIVEN_UP }).execute();
  expect(await releaseInvitations(site.db, at(9))).toBe(0);
});
