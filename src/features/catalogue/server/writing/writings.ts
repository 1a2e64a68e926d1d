import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { Writing } from '../../contract/writing-endpoints.ts';
import { WRITING_ENDINGS, WRITTEN_PREFIX, writtenName } from '../../shared/written-address.ts';
import { ownPath, uploadPath } from '../media/own-path.ts';
import { elementsOf, parseText } from './parse-text.ts';

/*
 * Texts and exercises as rows whose content never changes: a change inserts a row with a new address. Copies
 * of an item share a row.
 */

/** Time in ms after which unused rows are deleted, as unused uploads are. */
const UNUSED_FOR = 7 * DAY;
/** Rows per statement. */
const AT_ONCE = 500;

/** Inserts a text or exercise. Returns its address. */
export async function insertWriting(
  db: Db,
  userId: number | null,
  writing: Writing,
  name = `${randomBytes(16).toString('hex')}.${WRITING_ENDINGS[writing.kind]}`,
): Promise<string> {
  const now = Date.now();
  const files = writing.kind === 'text' ? filesIn(writing.source) : [];
  await db
    .insertInto('writings')
    .values({
      name,
      kind: writing.kind,
      source: writing.source,
      files: JSON.stringify(files),
      created_at: now,
      created_by: userId,
      unused_since: now,
    })
    .execute();
  return WRITTEN_PREFIX + name;
}

/** Lists the own files that a text shows or links to. Leaves out other texts, whose readers may differ. */
function filesIn(source: string): string[] {
  const addresses = elementsOf(parseText(source)).flatMap(([, attributes]) => [
    attributes?.src ?? '',
    attributes?.href ?? '',
  ]);
  const paths = addresses.flatMap((address) => ownPath(address) ?? uploadPath(address) ?? []);
  return [...new Set(paths)].filter((path) => !path.startsWith(WRITTEN_PREFIX));
}

/** Finds a text or exercise by the last part of its address. */
export const findWriting = (db: Db, name: string) =>
  db.selectFrom('writings').select(['kind', 'source']).where('name', '=', name).executeTakeFirst();

/** Reads texts and exercises, keyed by address. Leaves out other addresses. */
export async function writingsAt(
  db: Db,
  addresses: readonly (string | null)[],
): Promise<Map<string, Writing & { files: string[] }>> {
  const names = [...new Set(addresses.flatMap((address) => writtenName(address) ?? []))];
  const found = new Map<string, Writing & { files: string[] }>();
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const rows = await db
      .selectFrom('writings')
      .select(['name', 'kind', 'source', 'files'])
      .where('name', 'in', names.slice(start, start + AT_ONCE))
      .execute();
    for (const { name, kind, source, files } of rows)
      found.set(WRITTEN_PREFIX + name, { kind, source, files: JSON.parse(files) });
  }
  return found;
}

const ADDRESS = sql`${sql.lit(WRITTEN_PREFIX)} || writings.name`;

/** Condition that an item, or a previous version of one, refers to the row. */
const isReferenced = sql<boolean>`(
  exists (select 1 from media_references where media_references.path = ${ADDRESS})
  or exists (select 1 from history_files where history_files.path = ${ADDRESS}))`;

/** Deletes the given texts and exercises to which no item refers any more. */
export async function deleteUnreferenced(db: Db, addresses: readonly string[]): Promise<void> {
  const names = addresses.flatMap((address) => writtenName(address) ?? []);
  for (let start = 0; start < names.length; start += AT_ONCE)
    await db
      .deleteFrom('writings')
      .where('name', 'in', names.slice(start, start + AT_ONCE))
      .where(sql<boolean>`not ${isReferenced}`)
      .execute();
}

/** Records when each row became unused, and deletes rows unused for a week. Returns their number. */
export async function sweepWritings(db: Db, now = Date.now()): Promise<number> {
  await db
    .updateTable('writings')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where(isReferenced)
    .execute();
  await db
    .updateTable('writings')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where(sql<boolean>`not ${isReferenced}`)
    .execute();
  // A single statement, so that a save with a reference to the row comes entirely before or after it.
  const { numDeletedRows } = await db
    .deleteFrom('writings')
    .where('unused_since', '<=', now - UNUSED_FOR)
    .where(sql<boolean>`not ${isReferenced}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
