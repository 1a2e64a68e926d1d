import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { settingTitle } from '#features/settings/shared/setting-title.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Viewer } from '#platform/http/serve/reader.ts';
import { instant } from '#platform/text/instants.ts';
import { shorten } from '#platform/text/shorten.ts';
import { CONTENT_TYPES } from '../contract/calls.ts';
import type { listAuditLog } from '../contract/endpoints.ts';
import type { AuditAction, AuditEntry } from '../contract/schemas.ts';
import { RESTORED } from './record-change.ts';

type Query = z.output<typeof listAuditLog.query>;

/** Pattern of the details of restored rows, whose mark is the first field. */
const RESTORED_ROWS = `${JSON.stringify(RESTORED).slice(0, -1)}%`;

/** Returns the item types whose entries a reader may see: for editors, content. Null: all. */
export const visibleTypes = ({ tier }: Viewer): readonly string[] | null =>
  tier === 'admin' ? null : CONTENT_TYPES;

/**
 * Reads a page of the audit log, newest entries first, and the cursor of the next page. `visible`: see {@link
 * visibleTypes}.
 */
export async function auditLogOf(
  db: Db,
  visible: readonly string[] | null,
  { itemType, itemId, action, userId, from, to, limit, cursor }: Query,
): Promise<{ entries: AuditEntry[]; next: number | undefined }> {
  const rows = await db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.user_id')
    .selectAll('audit_log')
    .select('users.username')
    .$if(visible !== null, (query) => query.where('item_type', 'in', visible ?? []))
    .$if(itemType !== undefined, (query) => query.where('item_type', 'in', (itemType as string).split(',')))
    .$if(itemId !== undefined, (query) => query.where('item_id', '=', itemId as string))
    .$if(action === 'restored', (query) =>
      query.where('action', '=', 'created').where('details', 'like', RESTORED_ROWS),
    )
    .$if(action !== undefined && action !== 'restored', (query) =>
      query.where('action', '=', action as string),
    )
    .$if(action === 'created', (query) => query.where('details', 'not like', RESTORED_ROWS))
    .$if(userId === 'program', (query) =>
      query.where('user_id', 'is', null).where('author_erased', '=', false as boolean),
    )
    .$if(typeof userId === 'number', (query) => query.where('user_id', '=', userId as number))
    .$if(from !== undefined, (query) => query.where('at', '>=', Date.parse(from as string)))
    .$if(to !== undefined, (query) => query.where('at', '<', Date.parse(to as string)))
    .$if(cursor !== undefined, (query) => query.where('audit_log.id', '<', cursor as number))
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map(toEntry),
    next: rows.length > limit ? shown.at(-1)?.id : undefined,
  };
}

type Row = Selectable<Tables['audit_log']> & { username: string | null };

function toEntry(row: Row): AuditEntry {
  const { restored, ...details } = JSON.parse(row.details) as Record<string, unknown>;
  return {
    id: row.id,
    at: instant(row.at),
    user: row.user_id === null ? null : { id: row.user_id, username: row.username ?? '' },
    authorErased: toBoolean(row.author_erased),
    action: restored === true ? 'restored' : (row.action as AuditAction),
    itemType: row.item_type,
    itemId: row.item_id,
    title: row.item_type === 'setting' ? settingTitle(row.item_id) : row.title,
    details: shortened(details),
  };
}

/**
 * Maximum length of a value in a list, in characters. The longest text of a setting (`MAX_PAGE_TEXT`) fits.
 */
const MAX_LISTED = 30_000;
/** The same for a picture in a `data:` URL, such as a logo of 64,000 characters. */
const MAX_LISTED_DATA = 2_000;

/** Truncates the values of an entry that are too long for a list. */
function shortened(details: Record<string, unknown>): Record<string, unknown> {
  const { before, after } = details;
  return {
    ...details,
    ...(isRecord(before) ? { before: mapped(before) } : {}),
    ...(isRecord(after) ? { after: mapped(after) } : {}),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const mapped = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      if (typeof value !== 'string') return [field, value];
      const max = value.startsWith('data:') ? MAX_LISTED_DATA : MAX_LISTED;
      return [field, shorten(value, max)];
    }),
  );

/** Lists the accounts with visible entries in the audit log, by name: see {@link visibleTypes}. */
export const authorsOf = (
  db: Db,
  visible: readonly string[] | null,
): Promise<{ id: number; username: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(
      'id',
      'in',
      db
        .selectFrom('audit_log')
        .select('user_id')
        .where('user_id', 'is not', null)
        .$if(visible !== null, (query) => query.where('item_type', 'in', visible ?? [])),
    )
    .orderBy('username_key')
    .execute();
