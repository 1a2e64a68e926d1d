import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Cursor } from './cursor.ts';
import type { Matches } from './matches.ts';
import { compareOrder, dropletIdOf, inOwnerOrder, type OrderKey, orderKeysOf } from './owner-order.ts';
import { blockOf, slotOf } from './postings.ts';

/** Droplets per step of a walk; `spare` multiplies the expected number. */
const STEP = { least: 100, most: 4000, spare: 1.25 };
/** A walk stops after this many times the number of matches, because the matches are then all further on. */
const MAX_WALK = 4;

interface Range {
  /** Number of droplets to return. */
  limit: number;
  after: Cursor | undefined;
  fuzzy: boolean;
  /** Maximum number of matches with equal score to fetch and sort. A walk finds more than that. */
  sortable: number;
}

/**
 * Returns the best matches that the reader may see, after the cursor: by score, then in the owner's order.
 */
export async function rankMatches(
  db: Db,
  reader: Reader,
  matches: Matches,
  { limit, after, fuzzy, sortable }: Range,
): Promise<Cursor[]> {
  const ranked: Cursor[] = [];
  const classes = matches.countByScore().filter(([score]) => !after || score <= after.score);
  while (ranked.length < limit && classes.length > 0) {
    const [score, count] = takeFirst(classes);
    const missing = limit - ranked.length;
    if (count > sortable) {
      const start = after?.score === score ? after.order : undefined;
      const found = await walk(db, reader, matches, { score, count, start, limit: missing });
      if (found) {
        ranked.push(...found.map((order) => ({ score, order, fuzzy })));
        continue;
      }
    }
    // Classes with few matches are fetched together, until they can fill the page.
    let lowest = score;
    for (
      let sum = count;
      sum < missing && classes[0] && sum + classes[0][1] <= sortable;
      sum += takeFirst(classes)[1]
    )
      lowest = classes[0][0];
    const scores = new Map(matches.idsBetween(lowest, score));
    const sorted = (await orderKeysOf(db, reader, [...scores.keys()]))
      .map((order) => ({ score: scores.get(dropletIdOf(order)) as number, order, fuzzy }))
      .filter((match) => !after || compareRank(after, match) < 0)
      .sort(compareRank);
    ranked.push(...sorted.slice(0, missing));
  }
  return ranked;
}

const takeFirst = <T>(list: T[]): T => list.shift() as T;

const compareRank = (a: Cursor, b: Cursor) => b.score - a.score || compareOrder(a.order, b.order);

interface Walk {
  score: number;
  /** Number of matches with the score. */
  count: number;
  start: OrderKey | undefined;
  limit: number;
}

/**
 * Reads droplets in the owner's order until enough have the score. Returns undefined when it stops without
 * enough.
 */
async function walk(
  db: Db,
  reader: Reader,
  matches: Matches,
  { score, count, start, limit }: Walk,
): Promise<OrderKey[] | undefined> {
  const found: number[] = [];
  let from = start;
  let seen = 0;
  while (found.length < limit) {
    const expected = Math.ceil((limit - found.length) * matches.sparsenessOf(count) * STEP.spare);
    const step = Math.min(STEP.most, Math.max(STEP.least, expected));
    const rows = await inOwnerOrder(db, reader, from).select('droplets.id').limit(step).execute();
    const ids = rows.map(({ id }) => id);
    found.push(...ids.filter((id) => matches.scoreOf(blockOf(id), slotOf(id)) === score));
    const last = ids.at(-1);
    if (last === undefined || ids.length < step || found.length >= limit) break;
    seen += ids.length;
    if (seen > count * MAX_WALK) return undefined;
    [from] = await orderKeysOf(db, reader, [last]);
    if (!from) break;
  }
  return (await orderKeysOf(db, reader, found.slice(0, limit))).sort(compareOrder);
}
