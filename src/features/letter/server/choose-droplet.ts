import { sql } from 'kysely';
import { mayOpenSql } from '#features/catalogue/server/read/may-open.ts';
import { OWNERS_ORDER, selectDroplets } from '#features/catalogue/server/read/queries.ts';
import { toDroplet } from '#features/catalogue/server/read/rows.ts';
import type { Db } from '#platform/database/open.ts';
import { type Reader, VISITOR } from '#platform/http/serve/reader.ts';

/**
 * Chooses the droplet of a letter: published and open to the reader, in the catalogue's order. A droplet
 * comes again only after all others, the one that was sent longest ago first. Undefined when nothing is open.
 */
export async function chooseDroplet(db: Db, letterId: number, reader: Reader) {
  // Administrators see drafts too, which are not for letters.
  const row = await selectDroplets(db, VISITOR)
    .leftJoin('letters_sent', (join) =>
      join.onRef('letters_sent.droplet_id', '=', 'droplets.id').on('letters_sent.letter_id', '=', letterId),
    )
    .where(mayOpenSql(reader, 'droplets'))
    .orderBy(sql`coalesce(letters_sent.at, 0)`)
    .orderBy(OWNERS_ORDER)
    .limit(1)
    .executeTakeFirst();
  return row && toDroplet(row, reader);
}
