import type { Db } from '#platform/database/open.ts';
import { badRequest, HttpError } from '#platform/http/errors.ts';
import type { Reader } from '#platform/http/reader.ts';
import { MOST_KEYWORDS } from '../content-schema.ts';
import type { ItemType } from '../contract.ts';
import type { BulkChange } from '../write-contract.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { changeItems } from './change-items.ts';
import type { Change } from './content-fields.ts';
import { type ContentRow, rowsById } from './content-tables.ts';
import { deleteItems } from './delete-items.ts';

/** One change to several items of a type, all or none; answers how many became different. */
export function changeSeveral(
  db: Db,
  reader: Reader,
  type: ItemType,
  ids: readonly number[],
  change: BulkChange,
): Promise<number> {
  if (change.action === 'sample' && type === 'ocean')
    throw badRequest('An ocean cannot be a sample', [
      { path: 'change.action', message: 'An ocean cannot be a sample' },
    ]);
  return changeCatalogue(db, async (transaction) => {
    const rows = await rowsById(transaction, type, ids);
    assertAllThere(type, ids, rows);
    if (change.action === 'delete') {
      await deleteItems(transaction, reader.userId, type, rows);
      return rows.length;
    }
    const wanted = rows.map((row) => ({ row, change: changeOf(row, change) }));
    return changeItems(transaction, reader.userId, type, wanted);
  });
}

function assertAllThere(type: ItemType, ids: readonly number[], rows: readonly ContentRow[]): void {
  const there = new Set(rows.map(({ id }) => id));
  const issues = ids.flatMap((id, place) =>
    there.has(id) ? [] : [{ path: `ids.${place}`, message: `This ${type} no longer exists` }],
  );
  if (issues.length > 0)
    throw new HttpError(409, `Some of these no longer exist, so nothing was changed.`, {
      issues,
      current: [...there],
    });
}

function changeOf(row: ContentRow, change: Exclude<BulkChange, { action: 'delete' }>): Change {
  switch (change.action) {
    case 'publish':
      return { isPublished: true };
    case 'unpublish':
      return { isPublished: false };
    case 'access':
      return { accessType: change.accessType };
    case 'sample':
      return { isSample: change.isSample };
    case 'add-keywords':
      return { keywords: withKeywords(row, change.keywords) };
    case 'remove-keywords':
      return { keywords: withoutKeywords(keywordsOf(row), change.keywords) };
  }
}

const keywordsOf = (row: ContentRow) => JSON.parse(row.keywords) as string[];

/** The same word in another case is the same keyword. */
function withoutKeywords(from: readonly string[], unwanted: readonly string[]): string[] {
  const keys = new Set(unwanted.map((word) => word.toLowerCase()));
  return from.filter((word) => !keys.has(word.toLowerCase()));
}

function withKeywords(row: ContentRow, more: readonly string[]): string[] {
  const present = keywordsOf(row);
  const keywords = [...present, ...withoutKeywords(more, present)];
  if (keywords.length > MOST_KEYWORDS) {
    const message = `“${row.title}” would have more than ${MOST_KEYWORDS} keywords`;
    throw badRequest(message, [{ path: 'change.keywords', message }]);
  }
  return keywords;
}
