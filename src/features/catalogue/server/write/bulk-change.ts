import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { MAX_KEYWORDS } from '../../contract/form-schemas.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { BulkChange } from '../../contract/write-endpoints.ts';
import { assertPublishable } from '../check/find-musts.ts';
import type { Change } from '../items/item-fields.ts';
import { type Rows, rowsById } from '../items/levels.ts';
import { assertUnchanged } from './assert-unchanged.ts';
import { changeItems } from './change-items.ts';
import { deleteItems } from './delete-items.ts';
import { publishWhenReady, waitingDrafts } from './publish-when-ready.ts';
import { editCatalogue } from './write-items.ts';

interface BulkResult {
  /** Number of items that changed. */
  changed: number;
  /** Ids of the entries in the audit log, for an undo. Empty for a deletion. */
  entries: number[];
  /** Number of drafts that go live by themselves, because their film or sound is being prepared. */
  waiting: number;
}

/** Makes one change to several items of a type, in one transaction. */
export function changeSeveral(
  db: Db,
  reader: Reader,
  type: ItemType,
  {
    ids,
    versions,
    change,
  }: { ids: readonly number[]; versions?: readonly number[] | undefined; change: BulkChange },
): Promise<BulkResult> {
  if (change.action === 'sample' && type === 'ocean')
    throw invalidInput('An ocean cannot be a sample', [
      { path: 'change.action', message: 'An ocean cannot be a sample' },
    ]);
  if (change.action === 'move' && type === 'ocean')
    throw invalidInput('An ocean lies in nothing else', [
      { path: 'change.action', message: 'An ocean lies in nothing else' },
    ]);
  return editCatalogue(db, async (transaction) => {
    // Moved items keep the order of the list.
    const rows = inOrder(ids, await rowsById(transaction, type, ids));
    assertAllExist(type, ids, rows);
    if (versions) assertUnchanged(ids, rows, versions);
    if (change.action === 'delete') {
      await deleteItems(transaction, reader.userId, type, rows);
      return { changed: rows.length, entries: [], waiting: 0 };
    }
    const drafts = change.action === 'publish' ? rows.filter((row) => !toBoolean(row.is_published)) : [];
    const waiting = await waitingDrafts(transaction, drafts);
    await assertPublishable(
      transaction,
      drafts
        .filter((row) => !waiting.includes(row))
        .map(({ title, media_url }) => ({ title, mediaUrl: media_url })),
    );
    const edits = rows
      .filter((row) => !waiting.includes(row))
      .map((row) => ({ row, change: changeOf(type, row, change) }));
    const entries = [
      ...(await changeItems(transaction, reader.userId, type, edits)),
      ...(await publishWhenReady(transaction, reader.userId, type, waiting)),
    ];
    return { changed: entries.length, entries, waiting: waiting.length };
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

const inOrder = <Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] => {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
};

type Row = Rows[ItemType];

function changeOf(type: ItemType, row: Row, change: Exclude<BulkChange, { action: 'delete' }>): Change {
  switch (change.action) {
    case 'publish':
      return { isPublished: true };
    case 'unpublish':
      return { isPublished: false };
    case 'access':
      return { accessType: change.accessType };
    case 'sample':
      return { isSample: change.isSample };
    case 'move':
      return { [type === 'wave' ? 'oceanId' : 'waveId']: change.parentId };
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
  if (keywords.length > MAX_KEYWORDS) {
    const message = `“${row.title}” would have more than ${MAX_KEYWORDS} keywords`;
    throw invalidInput(message, [{ path: 'change.keywords', message }]);
  }
  return keywords;
}
