import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contains } from '#platform/database/caseless.ts';
import { isOneOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { ManagedOrder, ManagedState, ManagedSubscription } from '../../contract/admin-schemas.ts';
import { lastPayments, type ManagedRow, managedRows, toManaged } from './managed-rows.ts';

/*
 * The administrator's list. Each part of an order is a range of an index for each status: (status, next date,
 * id) or (status, id). The list reads the first rows of each range and merges them.
 */

interface Filter {
  search?: string | undefined;
  state?: ManagedState | undefined;
}

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

/** A row's position: the part of the order, the key in it (epoch ms or id), and the row's id. */
interface Position {
  part: number;
  key: number;
  id: number;
}

/** Time in ms in which late payments and ended access come before future dates. */
const JUST_PASSED = DAY;

/** Expression of the index `subscriptions_next`. */
const NEXT = sql<number | null>`coalesce(next_payment_at, access_until)`;

const STATUSES: Record<ManagedState, readonly string[]> = {
  pending: ['pending'],
  active: ['active'],
  failed: ['past_due'],
  canceled: ['cancelled'],
  ended: ['cancelled', 'expired', 'refunded', 'disputed', 'refused'],
};
const ALL = ['pending', 'active', 'past_due', 'cancelled', 'expired', 'refunded', 'disputed', 'refused'];

interface Part {
  /** Key of a row in this part. */
  keyOf(row: ManagedRow): number;
  /** The column of the key; the id breaks ties in the same direction. */
  key: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  where: RawBuilder<SqlBool>;
}

const nextOf = (row: ManagedRow) => row.next_payment_at ?? row.access_until ?? 0;

function partsOf(order: ManagedOrder, now: number): Part[] {
  const newest = {
    keyOf: (row: ManagedRow) => row.id,
    key: sql`subscriptions.id`,
    direction: 'desc' as const,
  };
  if (order === 'newest') return [{ ...newest, where: sql`true` }];
  const border = now - JUST_PASSED;
  return [
    { keyOf: nextOf, key: NEXT, direction: 'asc', where: sql`${NEXT} > ${border}` },
    { keyOf: nextOf, key: NEXT, direction: 'desc', where: sql`${NEXT} <= ${border}` },
    { ...newest, where: sql`${NEXT} is null` },
  ];
}

/** Lists subscriptions in an order, with the cursor of the next page. Leaves out unpaid checkouts. */
export async function listManaged(
  db: Db,
  { limit, cursor, order, search, state }: Filter & PageRequest & { order: ManagedOrder },
): Promise<{ subscriptions: ManagedSubscription[]; next: string | undefined }> {
  const now = Date.now();
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const parts = partsOf(order, now);
  const chosen = {
    state,
    cancelled: await cancelledIn(db, state, order, now),
    matches: search ? await matching(db, search) : undefined,
  };
  const found: { row: ManagedRow; position: Position }[] = [];
  for (let index = after?.part ?? 0; index < parts.length && found.length <= limit; index += 1) {
    const part = parts[index] as Part;
    const start = after?.part === index ? after : undefined;
    const rows = await readPart(db, part, chosen, start, limit + 1 - found.length);
    found.push(...rows.map((row) => ({ row, position: { part: index, key: part.keyOf(row), id: row.id } })));
  }
  const shown = found.slice(0, limit);
  const last = await lastPayments(
    db,
    shown.map(({ row }) => row.id),
  );
  return {
    subscriptions: shown.map(({ row }) => toManaged(row, last.get(row.id), now)),
    next: found.length > limit ? writeCursor(shown.at(-1)?.position as Position) : undefined,
  };
}

const writeCursor = ({ part, key, id }: Position) => `${part}.${key}.${id}`;
function readCursor(text: string): Position {
  const [part = 0, key = 0, id = 0] = text.split('.').map(Number);
  return { part, key, id };
}

/** Conditions shared by all parts, computed once. */
interface Chosen {
  state: ManagedState | undefined;
  /** Condition on the cancelled subscriptions. */
  cancelled: RawBuilder<SqlBool>;
  matches: RawBuilder<SqlBool> | undefined;
}

/** Reads the first rows of a part after a position, merged from all statuses. */
async function readPart(
  db: Db,
  part: Part,
  { state, cancelled, matches }: Chosen,
  after: Position | undefined,
  limit: number,
): Promise<ManagedRow[]> {
  const sign = part.direction === 'asc' ? 1 : -1;
  const further = sql.raw(part.direction === 'asc' ? '>' : '<');
  const lists = (state === undefined ? ALL : STATUSES[state]).map((status) =>
    managedRows(db)
      .where('status', '=', status)
      .where(part.where)
      .$if(status === 'cancelled', (query) => query.where(cancelled))
      .$if(after !== undefined, (query) =>
        // The first comparison limits the range of the index.
        query.where(
          sql<SqlBool>`${part.key} ${further}= ${after?.key}
            and (${part.key} ${further} ${after?.key} or subscriptions.id ${further} ${after?.id})`,
        ),
      )
      .$if(matches !== undefined, (query) => query.where(matches as RawBuilder<SqlBool>))
      .orderBy(part.key, part.direction)
      .orderBy('subscriptions.id', part.direction)
      .$if(Number.isFinite(limit), (query) => query.limit(limit))
      .execute(),
  );
  const rows = (await Promise.all(lists)).flat();
  rows.sort((a, b) => sign * (part.keyOf(a) - part.keyOf(b) || a.id - b.id));
  return Number.isFinite(limit) ? rows.slice(0, limit) : rows;
}

/** Maximum number of cancelled ones whose ids are found in advance. */
const FEW_CANCELLED = 200;

/**
 * Condition on the cancelled subscriptions of a state, whose date decides between open and ended. By date, an
 * index finds them. By id, a walk would read all rows, so a small number of ids is found in advance.
 */
async function cancelledIn(
  db: Db,
  state: ManagedState | undefined,
  order: ManagedOrder,
  now: number,
): Promise<RawBuilder<SqlBool>> {
  if (state !== 'canceled' && state !== 'ended') return sql`true`;
  const conditions =
    state === 'canceled' ? [sql`${NEXT} > ${now}`] : [sql`${NEXT} <= ${now}`, sql`${NEXT} is null`];
  const either = sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
  if (order !== 'newest') return either;
  // A range of the index for each condition.
  const ranges = conditions.map(
    (each) => sql`select id from subscriptions where status = 'cancelled' and ${each}`,
  );
  const found = await sql<{
    id: number;
  }>`${sql.join(ranges, sql` union all `)} limit ${FEW_CANCELLED + 1}`.execute(db);
  return found.rows.length > FEW_CANCELLED ? either : hasOneOf(db, found.rows);
}

const hasOneOf = (db: Db, rows: readonly { id: number }[]): RawBuilder<SqlBool> =>
  rows.length === 0
    ? sql`1 = 0`
    : isOneOf(
        db,
        'subscriptions.id',
        rows.map(({ id }) => id),
      );

/** Maximum number of matches whose ids are found in advance, for all parts and statuses. */
const FEW = 1_000;

/**
 * Condition for a part of the name or address, or a whole number of a subscription or payment. The search for
 * matches reads all names, so for few matches it runs only once.
 */
async function matching(db: Db, search: string): Promise<RawBuilder<SqlBool>> {
  const numbers = sql.join([search, search.toUpperCase()]);
  const matches = sql<{ id: number }>`
    select found.id from subscriptions as found inner join users on users.id = found.user_id
    where ${contains(['users.username_key', 'users.email_key'], search)}
    union all
    select found.id from subscriptions as found where ${contains(['found.email_key'], search)}
    union all
    select found.id from subscriptions as found where found.provider_id in (${numbers})
    union all
    select found.subscription_id as id from payments as found where found.provider_id in (${numbers})`;
  const { rows } = await sql<{ id: number }>`${matches} limit ${FEW + 1}`.execute(db);
  if (rows.length > FEW) return sql`subscriptions.id in (${matches})`;
  return hasOneOf(db, rows);
}
