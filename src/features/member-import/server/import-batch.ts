import type { Selectable } from 'kysely';
import { grantAccess } from '#features/grants/server/grant-access.ts';
import { engineOf, isOneOf, toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { HELD, queueMail } from '#platform/mail/queue.ts';
import { invitationMails } from './invitation-mail.ts';

/** Members per transaction. Other writers wait for it. */
const BATCH = 100;
/** Source of the sign-ups, and reason of the grants. */
const SOURCE = 'import';
const REASON = 'A plan in the imported list of members';

type ImportRow = Selectable<Tables['member_imports']>;
type MemberRow = Selectable<Tables['member_import_rows']>;

/**
 * Imports the next members of a running import. One transaction imports, counts and deletes them, so that a
 * crash neither loses nor repeats any. Returns whether there may be more.
 */
export const importBatch = (db: Db, id: number, publicUrl: string): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    // An update without effect locks the row, so that two nodes never import the same members.
    const job = await transaction
      .updateTable('member_imports')
      .set((eb) => ({ handled: eb.ref('handled') }))
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst();
    if (!job) return false;
    const rows = await transaction
      .selectFrom('member_import_rows')
      .selectAll()
      .where('import_id', '=', id)
      .orderBy('line')
      .limit(BATCH)
      // Locked, because a simultaneous erasure deletes these rows first, and its person must not be added
      // again. SQLite has one writer and needs no lock.
      .$if(engineOf(transaction) === 'postgres', (query) => query.forUpdate())
      .execute();
    if (rows.length === 0) {
      await transaction
        .updateTable('member_imports')
        .set({ state: 'done', finished_at: Date.now() })
        .where('id', '=', id)
        .execute();
      return false;
    }
    const added = await addSignups(transaction, rows);
    const granted = await grantPlans(transaction, job, rows);
    const invited = toBoolean(job.is_inviting) ? added : [];
    if (invited.length > 0) await invite(transaction, publicUrl, invited, job, granted);
    await transaction
      .deleteFrom('member_import_rows')
      .where('import_id', '=', id)
      .where('line', '<=', rows.at(-1)?.line ?? 0)
      .execute();
    await transaction
      .updateTable('member_imports')
      .set((eb) => ({
        handled: eb('handled', '+', rows.length),
        added: eb('added', '+', added.length),
        granted: eb('granted', '+', granted.size),
        invited: eb('invited', '+', invited.length),
      }))
      .where('id', '=', id)
      .execute();
    return true;
  });

/** Queues the invitations of new members. Members with a grant learn its last day. */
async function invite(
  db: Db,
  publicUrl: string,
  invited: readonly MemberRow[],
  job: ImportRow,
  granted: ReadonlySet<string>,
): Promise<void> {
  const invitation = await invitationMails(db, publicUrl);
  for (const { email, email_key } of invited) {
    const lastDay = granted.has(email_key) ? (job.access_day ?? job.access_until) : null;
    await queueMail(db, { ...invitation(email, lastDay), notBefore: HELD });
  }
}

/** Adds sign-ups for unknown addresses. Returns the new members. Changes no existing row. */
async function addSignups(db: Db, rows: readonly MemberRow[]): Promise<MemberRow[]> {
  const proven = new Set((await accountsOf(db, rows)).map(({ email_key }) => email_key));
  const unknown = rows.filter(({ email_key }) => !proven.has(email_key));
  if (unknown.length === 0) return [];
  const inserted = await db
    .insertInto('email_signups')
    .values(
      unknown.map(({ email, email_key, joined_at }) => ({
        email,
        email_key,
        source: SOURCE,
        has_access: true,
        created_at: joined_at ?? Date.now(),
      })),
    )
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .execute();
  const keys = new Set(inserted.map(({ email_key }) => email_key));
  return unknown.filter(({ email_key }) => keys.has(email_key));
}

/** Finds the accounts that have verified an address of the members. */
const accountsOf = (db: Db, rows: readonly MemberRow[]) =>
  db
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where(
      isOneOf(
        db,
        'email_key',
        rows.map((row) => row.email_key),
      ),
    )
    .where('email_verified_at', 'is not', null)
    .execute();

/**
 * Grants access until the import's date to members with a plan, besides other access. Omits members with an
 * earlier import's grant that lasts as long or was withdrawn, and revoked addresses. Returns the address keys
 * of new grants.
 */
async function grantPlans(db: Db, job: ImportRow, rows: readonly MemberRow[]): Promise<Set<string>> {
  const until = job.access_until;
  const members = rows.filter((row) => toBoolean(row.has_plan));
  // The date may have passed while the program was down.
  if (until === null || until <= Date.now() || members.length === 0) return new Set();
  const keys = members.map(({ email_key }) => email_key);
  const accounts = await accountsOf(db, members);
  const keyOfAccount = new Map(accounts.map(({ id, email_key }) => [id, email_key]));
  const revoked = await db
    .selectFrom('email_signups')
    .select('email_key')
    .where(isOneOf(db, 'email_key', keys))
    .where('has_access', '=', false)
    .execute();
  const former = await db
    .selectFrom('access_grants')
    .select(['user_id', 'email_key', 'ends_at', 'withdrawn_at'])
    .where('source', '=', SOURCE)
    .where((eb) =>
      accounts.length === 0
        ? eb(isOneOf(db, 'email_key', keys), '=', true)
        : eb.or([isOneOf(db, 'email_key', keys), isOneOf(db, 'user_id', [...keyOfAccount.keys()])]),
    )
    .execute();
  const left = new Set<string | null>(revoked.map(({ email_key }) => email_key));
  for (const grant of former)
    if (grant.withdrawn_at !== null || grant.ends_at === null || grant.ends_at >= until)
      left.add(grant.user_id === null ? grant.email_key : (keyOfAccount.get(grant.user_id) ?? null));
  const due = members.filter(({ email_key }) => !left.has(email_key));
  for (const { email } of due)
    await grantAccess(db, {
      to: { email },
      endsAt: until,
      reason: REASON,
      source: SOURCE,
      grantedBy: job.created_by,
    });
  return new Set(due.map(({ email_key }) => email_key));
}
