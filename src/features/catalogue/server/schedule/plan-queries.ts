import { type RawBuilder, sql } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import { ItemType } from '../../contract/kinds.ts';
import { MAX_DRAFTS } from '../../contract/schedule-calls.ts';
import type { Plan, ScheduleEntry } from '../../contract/schedule-endpoints.ts';
import { findMusts } from '../check/find-musts.ts';
import type { Rows } from '../items/levels.ts';
import { isPublishedSql } from '../read/may-open.ts';
import { existingRow } from '../write/write-items.ts';

interface Found {
  type: ItemType;
  id: number;
  title: string;
  action: 'publish' | 'unpublish';
  at: number;
}

/** Selects from all three levels in one statement. */
const ofAll = (select: (type: ItemType, table: string) => RawBuilder<unknown>) =>
  sql.join(
    ItemType.options.map((type) => select(type, TABLE_OF[type])),
    sql` union all `,
  );

const entriesWhere = (
  action: Found['action'],
  column: string,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  ofAll(
    (type, table) => sql`
      select ${sql.lit(type)} as type, id, title, ${sql.lit(action)} as action, ${sql.ref(column)} as at
      from ${sql.table(table)} where ${condition}`,
  );

const inOrder = (entries: Found[]): ScheduleEntry[] =>
  entries
    .sort((a, b) => a.at - b.at || a.title.localeCompare(b.title))
    .map((entry) => ({ ...entry, at: instant(entry.at) }));

/** Lists what goes live and what is taken down between two times, in the order of the times. */
export async function entriesBetween(db: Db, from: number, to: number): Promise<ScheduleEntry[]> {
  const { rows } = await sql<Found>`
    ${entriesWhere(
      'publish',
      'publish_at',
      sql`publish_at >= ${from} and publish_at < ${to} and publish_stopped_at is null
        and is_published = ${false}`,
    )}
    union all
    ${entriesWhere('unpublish', 'unpublish_at', sql`unpublish_at >= ${from} and unpublish_at < ${to}`)}
  `.execute(db);
  return inOrder(rows);
}

/** Lists the drafts that did not go live at their time because of a `must`. */
export async function stoppedEntries(db: Db): Promise<ScheduleEntry[]> {
  const { rows } = await entriesWhere(
    'publish',
    'publish_at',
    sql`publish_at is not null and publish_stopped_at is not null and is_published = ${false}`,
  ).execute(db);
  return inOrder(rows as Found[]);
}

export async function draftsWithoutTime(db: Db) {
  const { rows } = await sql<{ type: ItemType; id: number; title: string; changed: number }>`
    select * from (${ofAll(
      (type, table) => sql`select * from (
        select ${sql.lit(type)} as type, id, title, updated_at as changed from ${sql.table(table)}
        where is_published = ${false} and publish_at is null
        order by updated_at desc, id desc limit ${MAX_DRAFTS}) as ${sql.ref(type)}`,
    )}) as drafts order by changed desc, id desc limit ${MAX_DRAFTS}`.execute(db);
  return rows.map(({ type, id, title }) => ({ type, id, title }));
}

/** Reads an item's plan. Throws 404. */
export async function planOf(db: Db, type: ItemType, id: number): Promise<Plan> {
  const row: Rows[ItemType] = await existingRow(db, type, id);
  const must = (await findMusts(db, [row.media_url])).get(row.media_url ?? '');
  return {
    type,
    id,
    title: row.title,
    version: row.version,
    isPublished: toBoolean(row.is_published),
    publishAt: instantOrNull(row.publish_at),
    unpublishAt: instantOrNull(row.unpublish_at),
    isStopped: row.publish_stopped_at !== null,
    must: must ? `${must.title}. ${must.detail}` : null,
    waits: must?.isUnderway ?? false,
    ...(await publishedBelow(db, type, id)),
  };
}

async function publishedBelow(db: Db, type: ItemType, id: number) {
  if (type === 'droplet') return { waves: 0, droplets: 0 };
  const waves = db
    .selectFrom('waves')
    .where(type === 'ocean' ? 'ocean_id' : 'id', '=', id)
    // The wave itself may still be a draft.
    .$if(type === 'ocean', (query) => query.where(isPublishedSql('waves')));
  const { n: waveCount } = await waves
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const { n: droplets } = await db
    .selectFrom('droplets')
    .where('wave_id', 'in', waves.select('id'))
    .where(isPublishedSql('droplets'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { waves: type === 'ocean' ? waveCount : 0, droplets };
}
