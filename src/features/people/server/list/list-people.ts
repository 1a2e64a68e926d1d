import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Person, PersonOrder } from '../../contract/schemas.ts';
import { accountPerson, type Filter, signupPerson, staffOf } from './person-rows.ts';
import { byInstant, type Position, readCursor, writeCursor } from './position.ts';
import { type Found, type Reach, type Walk, walkAccounts, walkSessions, walkSignups } from './walks.ts';

/**
 * Maximum index rows to read for one response. A rare match may be further on, so a page of a filtered list
 * can be short. Searches and the list of staff, who are few, read all rows.
 */
const WINDOW = 1_000;

/** Returns the parts of a list, in order. The walks of a part are merged by instant. */
const partsOf = (db: Db, filter: Filter, order: PersonOrder): Walk[][] =>
  ({
    seen: [
      [walkSessions(db, filter)],
      [walkAccounts(db, filter, 'created_at', true), walkSignups(db, filter, 'created_at')],
    ],
    since: [[walkAccounts(db, filter, 'created_at'), walkSignups(db, filter, 'created_at')]],
    name: [[walkAccounts(db, filter, 'username_key')], [walkSignups(db, filter, 'email_key')]],
  })[order];

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/** Lists persons in an order, with the cursor of the next page. */
export async function listPeople(
  db: Db,
  { limit, cursor, order, ...filter }: Filter & PageRequest & { order: PersonOrder },
): Promise<{ people: Person[]; next: string | undefined }> {
  const parts = partsOf(db, filter, order);
  const window = filter.search || staffOf(filter) ? null : WINDOW;
  let { part, after } = readCursor(cursor ?? '0', order !== 'name');
  const found: Found[] = [];
  for (; part < parts.length; part += 1, after = null) {
    if (found.length === limit) return pageOf(db, found, writeCursor({ part, after: null }));
    const reach = { limit: limit - found.length, window };
    const stretch = await merge(parts[part] as Walk[], after, reach);
    found.push(...stretch.found);
    if (stretch.end !== null) return pageOf(db, found, writeCursor({ part, after: stretch.end }));
  }
  return pageOf(db, found, undefined);
}

/** Merges the walks of a part, up to the earliest end of one of them. */
export async function merge(walks: readonly Walk[], after: Position | null, reach: Reach) {
  const stretches = await Promise.all(walks.map((walk) => walk(after, reach)));
  const all = stretches.flatMap(({ found }) => found);
  const ends = stretches.flatMap(({ end }) => end ?? []);
  if (walks.length > 1) all.sort((a, b) => byInstant(a.position, b.position));
  const [end = null] = ends.sort(byInstant);
  const known =
    end === null || walks.length === 1 ? all : all.filter(({ position }) => byInstant(position, end) <= 0);
  const found = known.slice(0, reach.limit);
  return { found, end: known.length > found.length ? (found.at(-1)?.position ?? null) : end };
}

async function pageOf(db: Db, found: readonly Found[], next: string | undefined) {
  const now = Date.now();
  const lacking = found.flatMap((one) =>
    'account' in one && one.lastSeenAt === undefined ? one.account.id : [],
  );
  const seen = await lastSeen(db, lacking);
  const people = found.map((one) =>
    'account' in one
      ? accountPerson(one.account, one.lastSeenAt ?? seen.get(one.account.id) ?? null, now)
      : signupPerson(one.signup, now),
  );
  return { people, next };
}

/** Reads the last visits of accounts by id, in epoch ms. */
export async function lastSeen(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sessions')
    .select((eb) => ['user_id', eb.fn.max('last_seen_at').as('at')])
    .where(isOneOf(db, 'user_id', userIds))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, at }) => [user_id, Number(at)]));
}
