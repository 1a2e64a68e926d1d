import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Subject } from '../contract/schemas.ts';
import type { Change } from './walk-back.ts';

/** Selects the entries of the audit log about an item or setting. */
export const entriesOf = (db: Db, { type, id }: Subject) =>
  db.selectFrom('audit_log').where('item_type', '=', type).where('item_id', '=', id);

/** Reads the changes after an entry, the newest first. */
export async function changesAfter(db: Db, subject: Subject, entry: number): Promise<Change[]> {
  const rows = await entriesOf(db, subject)
    .select(['id', 'action', 'details'])
    .where('id', '>', entry)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }));
}

interface Latest {
  id: number;
  user_id: number | null;
  username: string | null;
  author_erased: boolean | number;
}

/** Reads the newest entry, with its author. */
export const latestEntry = (db: Db, subject: Subject): Promise<Latest | undefined> =>
  entriesOf(db, subject)
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .select(['audit_log.id', 'user_id', 'username', 'author_erased'])
    .orderBy('audit_log.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Names the author of an entry, for the beginning of a sentence. */
export function authorName(entry: Omit<Latest, 'id'>, userId: number | null): string {
  if (entry.user_id === userId) return 'You';
  return entry.username ?? (entry.author_erased ? 'Somebody' : 'The program');
}

/** Throws 409 when there is a later entry than the one that the page showed. */
export async function assertLatest(
  db: Db,
  subject: Subject,
  latest: number,
  userId: number | null,
): Promise<void> {
  const newest = await latestEntry(db, subject);
  if (!newest || newest.id <= latest) return;
  const message = `${authorName(newest, userId)} changed this a moment ago. Look again before you go on.`;
  throw new HttpError('edit-conflict', message);
}
