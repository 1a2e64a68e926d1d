import { sql } from 'kysely';
import { selectDroplets, selectWaves } from '#features/catalogue/server/read/queries.ts';
import { forgetInTrash } from '#features/trash/server/queries.ts';
import { isInList, listParameter } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareLookup, prepareQuery } from '#platform/database/prepare-query.ts';
import type { Member, Tier } from '#platform/http/serve/reader.ts';
import type { Progress, Report } from '../contract/schemas.ts';
import { mergeAll } from '../shared/merge-reports.ts';
import { summarize } from '../shared/summarize.ts';
import { acceptedOf, selectStorable } from './accepted.ts';
import { choicesOf } from './choices.ts';
import { marksOf } from './marks.ts';
import { welcomeOf } from './welcomes.ts';

const reportsOf = prepareLookup('bigint', (db, hasKey, tier: Tier) =>
  selectDroplets(db, { tier })
    .innerJoin('progress', 'progress.droplet_id', 'droplets.id')
    .where(hasKey('progress.user_id'))
    .clearSelect()
    .select([
      'progress.user_id as key',
      'progress.droplet_id as dropletId',
      'progress.position as position',
      'progress.furthest as furthest',
      'progress.seen_at as seenAt',
      'progress.at as at',
      'droplets.wave_id as waveId',
    ]),
);

/** Selects waves with their oceans and the number of droplets in them that a member may see. */
const wavesAmong = prepareQuery((db, { ids }: { ids: unknown }, tier: Tier) =>
  selectWaves(db, { tier }).where(isInList(db, 'waves.id', ids)),
);

/**
 * Reads a member's progress in items that they may see. Reports on drafts stay in the database until
 * publication.
 */
export async function progressOf(db: Db, member: Member): Promise<Progress> {
  const { userId, tier } = member;
  const [{ remembers }, reports, again, welcome] = await Promise.all([
    choicesOf(db, userId),
    reportsOf(db, userId, tier),
    marksOf(db, member),
    welcomeOf(db, userId),
  ]);
  if (!remembers) return { remembers, waves: [], stops: [], again: [], welcome: null };
  const ids = [...new Set(reports.map(({ waveId }) => waveId))];
  const waves = ids.length === 0 ? [] : await wavesAmong(db, { ids: listParameter(db, ids) }, tier);
  const wavesById = new Map(waves.map((wave) => [wave.id, wave]));
  const reportsInWaves = reports.flatMap((report) => {
    const wave = wavesById.get(report.waveId);
    return wave ? [{ ...report, oceanId: wave.ocean_id, total: Number(wave.droplet_count) }] : [];
  });
  return { remembers, ...summarize(reportsInWaves), again, welcome };
}

const COLUMNS = ['user_id', 'droplet_id', 'position', 'furthest', 'seen_at', 'at'] as const;

/** Leaves out an end from before "Forget", which an open page sends with each position. */
const keptEnd = (seenAt: number, forgottenAt: number, now: number): number | null =>
  seenAt > forgottenAt ? Math.min(seenAt, now) : null;

/**
 * Adds reports to a member's progress, joined by the rule of `mergeReports`. Leaves out reports and ends from
 * before the last "Forget", and reports of missing droplets. `lag`: ms by which the device's clock is behind.
 */
export async function saveReports(db: Db, userId: number, reports: Report[], lag = 0): Promise<void> {
  const { accepted, forgottenAt, now } = await acceptedOf(db, userId, reports, lag);
  const rows = mergeAll(
    accepted.map((one) => ({ ...one, seenAt: one.seenAt && keptEnd(one.seenAt + lag, forgottenAt, now) })),
  ).map(({ dropletId, position, furthest, seenAt, at }) => ({
    user_id: userId,
    droplet_id: dropletId,
    position,
    furthest,
    seen_at: seenAt,
    at,
  }));
  if (rows.length === 0) return;
  // The rule of `mergeReports` in SQL, so that two simultaneous devices lose nothing.
  const isLater = sql`excluded.at > progress.at
    or (excluded.at = progress.at and excluded.position > progress.position)`;
  await db
    .insertInto('progress')
    .columns(COLUMNS)
    .expression(selectStorable(db, userId, forgottenAt, COLUMNS, rows))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'droplet_id']).doUpdateSet({
        position: sql<number>`case when ${isLater} then excluded.position else progress.position end`,
        at: sql<number>`case when ${isLater} then excluded.at else progress.at end`,
        furthest: sql<number>`
          case when excluded.furthest > progress.furthest then excluded.furthest else progress.furthest end`,
        seen_at: sql<number | null>`
          case when progress.seen_at is null or excluded.seen_at < progress.seen_at then excluded.seen_at
          else progress.seen_at end`,
      }),
    )
    .execute();
}

/**
 * Deletes a member's progress, marks and welcome. From now on, the server refuses earlier entries, which
 * another device may still send.
 */
export async function forget(db: Db, userId: number): Promise<void> {
  const forgotten_at = Date.now();
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('progress').where('user_id', '=', userId).execute();
    await transaction.deleteFrom('again_marks').where('user_id', '=', userId).execute();
    await transaction.deleteFrom('welcomes').where('user_id', '=', userId).execute();
    await forgetInTrash(transaction, userId);
    await transaction
      .insertInto('progress_choices')
      .values({ user_id: userId, forgotten_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ forgotten_at }))
      .execute();
  });
}

/** Turns remembering on or off. Existing progress stays until "Forget". */
export async function setRemembering(db: Db, userId: number, remembers: boolean): Promise<void> {
  await db
    .insertInto('progress_choices')
    .values({ user_id: userId, remembers })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ remembers }))
    .execute();
}
