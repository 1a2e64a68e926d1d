import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Droplet, SearchNotes } from '../../contract/schemas.ts';
import { selectDroplets } from '../read/queries.ts';
import { toDroplet } from '../read/rows.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { describeMatches } from './describe-matches.ts';
import { findMatches } from './find-matches.ts';
import { dropletIdOf, inOwnerOrder, ORDER_COLUMNS, orderKeyOf } from './owner-order.ts';
import { rankMatches } from './rank-matches.ts';
import { readSynonyms } from './synonyms.ts';

/** Droplets in one response when the caller names no limit. */
const DEFAULT_LIMIT = 200;

/** Maximum number of matches with equal score that are fetched and sorted. Measured in decision 0003. */
const SORTABLE = 1500;

interface ExploreQuery {
  q?: string | undefined;
  keyword?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

interface DropletPage {
  droplets: Droplet[];
  /** Cursor of the next page; undefined at the end. */
  next: string | undefined;
  /** Only for a search with text. */
  notes?: SearchNotes;
}

/**
 * Finds droplets by text, keyword or both, by score and then in the owner's order. Captions count only for
 * droplets that the reader may open. Without text and keyword, returns all in the owner's order. Droplets
 * with only some of the words come last. Typing errors match only when no droplet has all words exactly.
 * `sortable` affects only speed.
 */
export async function explore(
  db: Db,
  reader: Reader,
  { q, keyword, ...query }: ExploreQuery,
  sortable = SORTABLE,
): Promise<DropletPage> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  if (!q && !keyword) return everyDroplet(db, reader, limit, after);
  const synonyms = q ? await readSynonyms(db) : new Map<string, string[]>();
  const find = async (fuzzy: boolean) => {
    const matches = await findMatches(db, reader, { q, keyword, fuzzy, synonyms });
    const ranked = await rankMatches(db, reader, matches, { limit: limit + 1, after, fuzzy, sortable });
    return { ranked, complete: ranked.some(({ score }) => score >= matches.complete) };
  };
  const { ranked: exact, complete } = await find(after?.fuzzy ?? false);
  let ranked = exact;
  let corrects = after?.fuzzy ?? false;
  if (!complete && !after && q) {
    const fuzzy = await find(true);
    if (fuzzy.complete || exact.length === 0) {
      ranked = fuzzy.ranked;
      corrects = true;
    }
  }
  const page = ranked.slice(0, limit);
  const droplets = await readDroplets(db, reader, page);
  const notes = q ? describeMatches(q, droplets, corrects, synonyms) : undefined;
  return { droplets, next: nextCursor(page, ranked.length > limit), ...(notes ? { notes } : {}) };
}

async function everyDroplet(
  db: Db,
  reader: Reader,
  limit: number,
  after: Cursor | undefined,
): Promise<DropletPage> {
  const rows = await inOwnerOrder(db, reader, after?.order)
    .selectAll('droplets')
    .select(ORDER_COLUMNS)
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const cursors = page.map((row) => ({ fuzzy: false, score: 0, order: orderKeyOf(row) }));
  return {
    droplets: page.map((row) => toDroplet(row, reader)),
    next: nextCursor(cursors, rows.length > limit),
  };
}

function nextCursor(page: readonly Cursor[], hasMore: boolean): string | undefined {
  const last = page.at(-1);
  return hasMore && last ? writeCursor(last) : undefined;
}

/** Reads the droplets of a page in its order. Leaves out those deleted meanwhile. */
async function readDroplets(db: Db, reader: Reader, page: readonly Cursor[]): Promise<Droplet[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ order }) => dropletIdOf(order));
  const rows = await selectDroplets(db, reader)
    .where(isOneOf(db, 'droplets.id', ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toDroplet(row, reader)] : [];
  });
}
