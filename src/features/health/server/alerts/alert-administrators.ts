import { administratorAddresses } from '#features/accounts/server/administrator-addresses.ts';
import { siteTitle } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { letter } from '#platform/mail/letter.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import type { Problem } from '../../contract/schemas.ts';
import { MAIL_FAILS } from '../checks/mail-check.ts';

/** Minimum duration of a serious problem before a mail, in ms, so that a short outage alerts nobody. */
const LASTING = 4 * MINUTE;

/** Returns the cases of a problem by name, such as its disputes. A problem without cases counts as one. */
const casesOf = ({ name, warnings }: Problem): string[] =>
  warnings.length === 0 ? [name] : warnings.map(({ id }) => `${name} ${id}`);

/**
 * Sends one mail for each serious problem that lasts, and another when it has new cases. A problem gets no
 * second mail while it lasts, and none when it returns within a day. While mail itself fails, nothing is
 * sent; lasting problems are mailed afterwards. Returns the number of queued mails.
 */
export async function alertAdministrators(
  db: Db,
  problems: readonly Problem[],
  publicUrl: string,
  now = Date.now(),
): Promise<number> {
  const serious = problems.filter(({ level, name }) => level === 'serious' && name !== MAIL_FAILS);
  await forgetEnded(db, now);
  for (const name of serious.flatMap(casesOf)) await noteSeen(db, name, now);
  if (problems.some(({ name }) => name === MAIL_FAILS)) return 0;
  let queued = 0;
  for (const one of serious) queued += await alertOnce(db, one, publicUrl, now);
  return queued;
}

/** Deletes problems that were absent for a day. When they return, they count as new. */
async function forgetEnded(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('health_problems')
    .where('last_seen_at', '<', now - DAY)
    .execute();
}

/** Records that a problem exists. After an absence it must last again before it is mailed. */
async function noteSeen(db: Db, name: string, now: number): Promise<void> {
  await db
    .insertInto('health_problems')
    .values({ name, first_seen_at: now, last_seen_at: now, mailed_at: null })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        last_seen_at: now,
        first_seen_at: eb
          .case()
          .when('health_problems.last_seen_at', '<', now - 3 * LASTING)
          .then(now)
          .else(eb.ref('health_problems.first_seen_at'))
          .end(),
      })),
    )
    .execute();
}

/** Queues the mails about a problem in the transaction that marks it, so that none is sent twice. */
async function alertOnce(db: Db, one: Problem, publicUrl: string, now: number): Promise<number> {
  const site = await siteTitle(db);
  return db.transaction().execute(async (transaction) => {
    const addresses = await administratorAddresses(transaction);
    // Not marked as mailed, so that a mail follows when there is a recipient.
    if (addresses.length === 0) return 0;
    const marked = await transaction
      .updateTable('health_problems')
      .set({ mailed_at: now })
      .where('name', 'in', casesOf(one))
      .where('mailed_at', 'is', null)
      .where('first_seen_at', '<=', now - LASTING)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) return 0;
    for (const to of addresses)
      await queueMail(
        transaction,
        letter({
          site,
          to,
          subject: `${site} needs you: ${one.title}`,
          opening: `${one.title}. ${one.meaning}`,
          link: { label: 'Open Health', url: `${publicUrl}/admin/health` },
          closing: [one.advice, 'There is no second mail about this while it lasts.'],
        }),
      );
    return addresses.length;
  });
}
