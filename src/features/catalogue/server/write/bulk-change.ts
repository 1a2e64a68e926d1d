import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { MOST_KEYWORDS } from '../../contract/form-schemas.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { BulkChange } from '../../contract/write-endpoints.ts';
import { assertPublishable } from '../check/find-musts.ts';
import type { Change } from '../items/item-fields.ts';
import { type Rows, rowsById } from '../items/levels.ts';
import { changeItems } from './change-items.ts';
import { deleteItems } from './delete-items.ts';
import { editCatalogue } from './write-items.ts';

/** Makes one change to several items of a type, all or none. Returns how many became different. */
export function changeSeveral(
  db: Db,
  reader: Reader,
  type: ItemType,
  ids: readonly number[],
  change: BulkChange,
): Promise<number> {
  if (change.action === 'sample' && type === 'ocean')
    throw invalidInput('An ocean cannot be a sample', [
      { path: 'change.action', message: 'An ocean cannot be a sample' },
    ]);
  return editCatalogue(db, async (transaction) => {
    const rows = await rowsById(transaction, type, ids);
    assertAllExist(type, ids, rows);
    if (change.action === 'delete') {
      await deleteItems(transaction, reader.userId, type, rows);
      return rows.length;
    }
    if (change.action === 'publish')
      await assertPublishable(
        transaction,
        rows
          .filter((row) => !toBoolean(row.is_published))
          .map(({ title, media_url }) => ({ title, mediaUrl: media_url })),
      );
    const edits = rows.map((row) => ({ row, change: changeOf(row, change) }));
    return changeItems(transaction, reader.userId, type, edits);
  });
}

function assertAllExist(type: ItemType, ids: readonly number[], rows: readonly { id: number }[]): void {
  const existing = new Set(rows.map(({ id }) => id));
  const issues = ids.flatMap((id, index) =>
    existing.has(id) ? [] : [{ path: `ids.${index}`, message: `This ${type} no longer exists` }],
  );
  if (issues.length > 0)
    throw new HttpError('items-missing', 'Some of these items no longer exist, so nothing was changed.', {
      issues,
      current: [...existing],
    });
}

type Row = Rows[ItemType];

function changeOf(row: Row, change: Exclude<BulkChange, { action: 'delete' }>): Change {
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

const keywordsOf = (row: Row): string[] => JSON.parse(row.keywords);

/** Keywords that differ only in case are the same keyword. */
function withoutKeywords(from: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(removed.map((word) => word.toLowerCase()));
  return from.filter((word) => !keys.has(word.toLowerCase()));
}

function withKeywords(row: Row, more: readonly string[]): string[] {
  const present = keywordsOf(row);
  const keywords = [...present, ...withoutKeywords(more, present)];
  if (keywords.length > MOST_KEYWORDS) {
    const message = `“${row.title}” would have more than ${MOST_KEYWORDS} keywords`;
    throw invalidInput(message, [{ path: 'change.keywords', message }]);
  }
  return keywords;
}
