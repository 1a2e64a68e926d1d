import { mayOpenSql, maySeeSql } from '#features/catalogue/server/read/may-open.ts';
import { OWNERS_ORDER, selectDroplets } from '#features/catalogue/server/read/queries.ts';
import { toDroplet } from '#features/catalogue/server/read/rows.ts';
import type { Db } from '#platform/database/open.ts';
import { type Reader, VISITOR } from '#platform/http/serve/reader.ts';

/**
 * Chooses the droplet of a letter: published and open to the reader, in the catalogue's order. A droplet is
 * repeated only after all others, the least recently sent first. Undefined when nothing is open.
 */
export async function chooseDroplet(db: Db, letterId: number, reader: Reader) {
  const row = (await firstUnsent(db, letterId, reader)) ?? (await longestSent(db, letterId, reader));
  return row && toDroplet(row, reader);
}

/**
 * Finds the first droplet that was never sent. Nearly always one exists, and the query reads the catalogue
 * only up to it: indexes have this order, and SQLite preserves the order of cross joins.
 */
const firstUnsent = (db: Db, letterId: number, reader: Reader) =>
  db
    .selectFrom('oceans')
    .crossJoin('waves')
    .crossJoin('droplets')
    .selectAll('droplets')
    .whereRef('waves.ocean_id', '=', 'oceans.id')
    .whereRef('droplets.wave_id', '=', 'waves.id')
    // Judged as a visitor, because administrators and editors also see drafts, which letters must not
    // contain.
    .where(maySeeSql(VISITOR, 'oceans'))
    .where(maySeeSql(VISITOR, 'waves'))
    .where(maySeeSql(VISITOR, 'droplets'))
    .where(mayOpenSql(reader, 'droplets'))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('letters_sent')
            .select('at')
            .whereRef('letters_sent.droplet_id', '=', 'droplets.id')
            .where('letters_sent.letter_id', '=', letterId),
        ),
      ),
    )
    .orderBy(OWNERS_ORDER)
    .limit(1)
    .executeTakeFirst();

/** Finds the least recently sent droplet. */
const longestSent = (db: Db, letterId: number, reader: Reader) =>
  selectDroplets(db, VISITOR)
    .innerJoin('letters_sent', 'letters_sent.droplet_id', 'droplets.id')
    .where('letters_sent.letter_id', '=', letterId)
    .where(mayOpenSql(reader, 'droplets'))
    .orderBy('letters_sent.at')
    .orderBy(OWNERS_ORDER)
    .limit(1)
    .executeTakeFirst();
