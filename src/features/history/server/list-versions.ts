import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { instant } from '#platform/text/instants.ts';
import type { Subject, VersionList } from '../contract/schemas.ts';
import { presentState } from './present-state.ts';
import { entriesOf } from './read-changes.ts';
import { changedFields, isPurged } from './walk-back.ts';

interface PageRequest {
  limit: number;
  cursor?: number | undefined;
}

/**
 * Reads a page of the changes of an item or setting, the newest first, and the cursor of the next page.
 * Throws 404 for an unknown item without changes.
 */
export async function listVersions(
  db: Db,
  subject: Subject,
  { limit, cursor }: PageRequest,
): Promise<{ list: VersionList; next: number | undefined }> {
  const [present, { total, first }, rows] = await Promise.all([
    presentState(db, subject),
    entriesOf(db, subject)
      .select((entry) => [entry.fn.countAll().as('total'), entry.fn.min('id').as('first')])
      .executeTakeFirstOrThrow(),
    // Includes the cursor's entry, because `isKept` of the next one depends on it.
    entriesOf(db, subject)
      .leftJoin('users', 'users.id', 'audit_log.user_id')
      .select(['audit_log.id', 'at', 'user_id', 'username', 'author_erased', 'action', 'title', 'details'])
      .$if(cursor !== undefined, (query) => query.where('audit_log.id', '<=', cursor as number))
      .orderBy('audit_log.id', 'desc')
      .limit(limit + 2)
      .execute(),
  ]);
  if (Number(total) === 0 && present.state === null && subject.type !== 'setting')
    throw notFound(`This ${subject.type} does not exist.`);
  const parsed = rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
  const before = cursor === undefined ? undefined : parsed.find(({ id }) => id === cursor);
  const entries = parsed.filter((row) => row !== before);
  const shown = entries.slice(0, limit);
  const versions = shown.map((row, index) => {
    const newer = index === 0 ? before : entries[index - 1];
    return {
      id: row.id,
      at: instant(row.at),
      user: row.user_id === null ? null : { id: row.user_id, username: row.username ?? '' },
      authorErased: toBoolean(row.author_erased),
      action: actionOf(row.action, row.details),
      fields: changedFields(row),
      // Values of older entries are purged before those of newer ones.
      isKept: newer === undefined || !isPurged(newer.details),
    };
  });
  return {
    list: {
      title: present.title ?? rows[0]?.title ?? subject.id,
      exists: present.state !== null,
      parentId: present.parentId,
      total: Number(total),
      since: await instantOf(db, Number(first)),
      versions,
    },
    next: entries.length > limit ? shown.at(-1)?.id : undefined,
  };
}

type Action = VersionList['versions'][number]['action'];

/** See `RESTORED` in the audit log. */
const actionOf = (action: string, details: Record<string, unknown>) =>
  (details.restored === true ? 'restored' : action) as Action;

async function instantOf(db: Db, entry: number): Promise<string | null> {
  const row = await db.selectFrom('audit_log').select('at').where('id', '=', entry).executeTakeFirst();
  return row ? instant(row.at) : null;
}
