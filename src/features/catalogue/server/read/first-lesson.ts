import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import type { FirstLesson } from '../../contract/schemas.ts';
import { mayOpenSql } from './may-open.ts';
import { OWNERS_ORDER, selectDroplets } from './queries.ts';
import { blurOf } from './rows.ts';

/** Length of a first lesson, in minutes. */
const MINUTES = 1;

/**
 * Finds the first film of a minute, in the owner's order, that every visitor may open; null when there is
 * none. The result is the same for administrators and never a draft.
 */
export async function firstLesson(db: Db): Promise<FirstLesson | null> {
  const row = await selectDroplets(db, VISITOR)
    .select('oceans.title as ocean_title')
    .where(mayOpenSql(VISITOR, 'droplets'))
    .where('droplets.media_type', '=', 'video')
    .where('droplets.duration', '=', MINUTES)
    .where(sql<boolean>`coalesce(droplets.media_url, '') <> ''`)
    .orderBy(OWNERS_ORDER)
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    waveId: row.wave_id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    imageBlur: blurOf(row),
    mediaUrl: row.media_url ?? '',
    duration: row.duration,
    oceanTitle: row.ocean_title,
  };
}
