import { sql } from 'kysely';
import { mayOpenSql } from '#features/catalogue/server/read/may-open.ts';
import { selectDroplets } from '#features/catalogue/server/read/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { prepareLookup } from '#platform/database/prepare-query.ts';
import type { Member, Tier } from '#platform/http/serve/reader.ts';
import type { Mark, MarkInWave } from '../contract/schemas.ts';
import { mergeAllMarks } from '../shared/marks.ts';
import { acceptedOf, selectStorable } from './accepted.ts';

const ownMarks = prepareLookup('bigint', (db, hasKey, tier: Tier) =>
  selectDroplets(db, { tier })
    .where(mayOpenSql({ tier }, 'droplets'))
    .innerJoin('again_marks', 'again_marks.droplet_id', 'droplets.id')
    .where(hasKey('again_marks.user_id'))
    .where('again_marks.step', 'is not', null)
    .clearSelect()
    .select([
      'again_marks.user_id as key',
      'again_marks.droplet_id as dropletId',
      'again_marks.step as step',
      'again_marks.at as at',
      'droplets.wave_id as waveId',
    ])
    .orderBy('again_marks.at')
    .orderBy('again_marks.droplet_id'),
);

/** Reads a member's marks on droplets that they may open now. */
export const marksOf = async (db: Db, { userId, tier }: Member): Promise<MarkInWave[]> =>
  ownMarks(db, userId, tier);

const COLUMNS = ['user_id', 'droplet_id', 'step', 'at'] as const;

/** Adds marks by the rule of `mergeMarks`, with the same exceptions as `saveReports`. */
export async function saveMarks(db: Db, userId: number, marks: readonly Mark[], lag = 0): Promise<void> {
  const { accepted, forgottenAt } = await acceptedOf(db, userId, marks, lag);
  const rows = mergeAllMarks(accepted).map(({ dropletId, step, at }) => ({
    user_id: userId,
    droplet_id: dropletId,
    step,
    at,
  }));
  if (rows.length === 0) return;
  // In SQL, so that two simultaneous devices lose nothing.
  const counts = sql`excluded.at > again_marks.at or (excluded.at = again_marks.at
    and excluded.step is not null
    and (again_marks.step is null or excluded.step < again_marks.step))`;
  await db
    .insertInto('again_marks')
    .columns(COLUMNS)
    .expression(selectStorable(db, userId, forgottenAt, COLUMNS, rows))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'droplet_id']).doUpdateSet({
        step: sql<number | null>`case when ${counts} then excluded.step else again_marks.step end`,
        at: sql<number>`case when ${counts} then excluded.at else again_marks.at end`,
      }),
    )
    .execute();
}
