import { sql } from 'kysely';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { blockOf, slotOf } from '#platform/database/search/postings.ts';
import type { Reader } from '#platform/http/reader.ts';
import type { Droplet } from '../contract.ts';
import { published, selectDroplets } from './queries.ts';
import { toDroplet } from './rows.ts';
import { type Cursor, comparePlaces, type Place, readCursor, writeCursor } from './search-cursor.ts';
import { findMatches, type Matches } from './search-matches.ts';

/** Droplets in one answer when the caller names no limit. */
const MOST_FOUND = 200;

/**
 * Matches with one score up to this many are all fetched and put in order. More are met soon enough on a walk through
 * the catalogue in its own order, which ends when the page is full.
 */
const FEW = 1500;
/** The steps of that walk: droplets seen at a time, about as many as will do. */
const STEP = { least: 100, most: 4000, spare: 1.25 };
/** A walk that has seen this many times the matches without meeting enough is given up: they all stand further on. */
const PATIENCE = 4;

export interface ExploreWish {
  q?: string | undefined;
  keyword?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface Page {
  droplets: Droplet[];
  /** Where the next page begins; undefined at the end. */
  next: string | undefined;
}

interface Hit extends Cursor {
  id: number;
}

/**
 * Droplets that answer to a text, a keyword, or both: the best first, then in the owner's order, which is the order
 * of all droplets when nothing is asked for. Typing errors are forgiven when nothing fits as it was typed. `few` decides
 * only how the answer is come by.
 */
export async function explore(db: Db, reader: Reader, wish: ExploreWish, few = FEW): Promise<Page> {
  const limit = wish.limit ?? MOST_FOUND;
  const after = wish.cursor === undefined ? undefined : readCursor(wish.cursor);
  if (!wish.q && !wish.keyword) return everything(db, reader, limit, after);
  const find = async (forgiving: boolean) => {
    const matches = await findMatches(db, { q: wish.q, keyword: wish.keyword, forgiving });
    return best(db, reader, matches, { want: limit + 1, after, forgiving, few });
  };
  let hits = await find(after?.forgiving ?? false);
  if (hits.length === 0 && !after && wish.q) hits = await find(true);
  const page = hits.slice(0, limit);
  return { droplets: await dropletsInOrder(db, reader, page), next: nextAfter(page, hits.length > limit) };
}

const nextAfter = (page: readonly Cursor[], more: boolean) => {
  const last = page.at(-1);
  return more && last ? writeCursor(last) : undefined;
};

const PLACE = [
  'oceans.position as place_0',
  'oceans.id as place_1',
  'waves.position as place_2',
  'waves.id as place_3',
  'droplets.position as place_4',
  'droplets.id as place_5',
] as const;

type PlaceRow = Record<'place_0' | 'place_1' | 'place_2' | 'place_3' | 'place_4' | 'place_5', number>;

const placeOf = (row: PlaceRow): Place => [
  row.place_0,
  row.place_1,
  row.place_2,
  row.place_3,
  row.place_4,
  row.place_5,
];

/**
 * Droplets in the owner's order, after a place. Level by level along the indexes: the cross joins keep SQLite from
 * taking another way and sorting everything; to PostgreSQL they are joins like any other.
 */
function inOrder(db: Db, reader: Reader, after: Place | undefined) {
  let query = db
    .selectFrom('oceans')
    .crossJoin('waves')
    .crossJoin('droplets')
    .whereRef('waves.ocean_id', '=', 'oceans.id')
    .whereRef('droplets.wave_id', '=', 'waves.id')
    .where(published('oceans', reader))
    .where(published('waves', reader))
    .where(published('droplets', reader));
  if (after) {
    const [oceanPosition, oceanId] = after;
    // The first comparison starts in the right ocean, the second goes on from the exact place.
    query = query
      .where(sql<boolean>`(oceans.position, oceans.id) >= (${oceanPosition}, ${oceanId})`)
      .where(
        sql<boolean>`(oceans.position, oceans.id, waves.position, waves.id, droplets.position, droplets.id) > (${sql.join(after)})`,
      );
  }
  return query
    .orderBy('oceans.position')
    .orderBy('oceans.id')
    .orderBy('waves.position')
    .orderBy('waves.id')
    .orderBy('droplets.position')
    .orderBy('droplets.id');
}

async function everything(db: Db, reader: Reader, limit: number, after: Cursor | undefined): Promise<Page> {
  const rows = await inOrder(db, reader, after?.place)
    .selectAll('droplets')
    .select(PLACE)
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const places = page.map((row) => ({ forgiving: false, score: 0, place: placeOf(row) }));
  return {
    droplets: page.map((row) => toDroplet(row, reader)),
    next: nextAfter(places, rows.length > limit),
  };
}

interface Range {
  want: number;
  after: Cursor | undefined;
  forgiving: boolean;
  few: number;
}

/** The best matches that the reader may see, after a place in the ranking. */
async function best(db: Db, reader: Reader, matches: Matches, range: Range): Promise<Hit[]> {
  const { after, forgiving, few } = range;
  const hits: Hit[] = [];
  const classes = matches.countByScore().filter(([score]) => !after || score <= after.score);
  while (hits.length < range.want && classes.length > 0) {
    const [highest, count] = takeFirst(classes);
    const want = range.want - hits.length;
    const start = after?.score === highest ? after.place : undefined;
    const met =
      count > few ? await walk(db, reader, matches, { score: highest, count, start, want }) : undefined;
    if (met) {
      hits.push(...met.map((place) => ({ id: place[5], score: highest, place, forgiving })));
      continue;
    }
    // Small classes are fetched together, as many as may fill the page.
    let lowest = highest;
    for (
      let sum = count;
      sum < want && classes[0] && sum + classes[0][1] <= few;
      sum += takeFirst(classes)[1]
    )
      lowest = classes[0][0];
    const scores = new Map(matches.idsBetween(lowest, highest));
    const places = await placesOf(db, reader, [...scores.keys()]);
    const ranked = places
      .map((place) => ({ id: place[5], score: scores.get(place[5]) as number, place, forgiving }))
      .filter((hit) => !after || compareHits(after, hit) < 0)
      .sort(compareHits);
    hits.push(...ranked.slice(0, want));
  }
  return hits;
}

const takeFirst = <T>(list: T[]): T => list.shift() as T;

const compareHits = (a: Cursor, b: Cursor) => b.score - a.score || comparePlaces(a.place, b.place);

async function placesOf(db: Db, reader: Reader, ids: number[]): Promise<Place[]> {
  const rows = await selectDroplets(db, reader)
    .clearSelect()
    .select(PLACE)
    .where(isOneOf(db, 'droplets.id', ids))
    .execute();
  return rows.map(placeOf);
}

/** Goes through the catalogue in the owner's order and keeps what has the score, until there is enough; or gives up. */
async function walk(
  db: Db,
  reader: Reader,
  matches: Matches,
  { score, count, start, want }: { score: number; count: number; start: Place | undefined; want: number },
): Promise<Place[] | undefined> {
  const met: number[] = [];
  let from = start;
  let seen = 0;
  while (met.length < want) {
    const enough = Math.ceil((want - met.length) * matches.sparsenessOf(count) * STEP.spare);
    const step = Math.min(STEP.most, Math.max(STEP.least, enough));
    const rows = await inOrder(db, reader, from).select('droplets.id').limit(step).execute();
    met.push(...rows.map(({ id }) => id).filter((id) => matches.scoreOf(blockOf(id), slotOf(id)) === score));
    const last = rows.at(-1);
    if (!last || rows.length < step || met.length >= want) break;
    seen += rows.length;
    if (seen > count * PATIENCE) return undefined;
    [from] = await placesOf(db, reader, [last.id]);
    if (!from) break;
  }
  return (await placesOf(db, reader, met.slice(0, want))).sort(comparePlaces);
}

async function dropletsInOrder(db: Db, reader: Reader, hits: readonly Hit[]): Promise<Droplet[]> {
  if (hits.length === 0) return [];
  const rows = await selectDroplets(db, reader)
    .where(
      isOneOf(
        db,
        'droplets.id',
        hits.map(({ id }) => id),
      ),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // One that went in this very moment is left out.
  return hits.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [toDroplet(row, reader)] : [];
  });
}
