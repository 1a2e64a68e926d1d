import type { Db } from '#platform/database/open.ts';
import type { ImportedDroplet } from '../../contract/transfer-schemas.ts';
import { WRITTEN_PREFIX, writtenName } from '../../shared/written-address.ts';
import { type Fields, toFields } from '../items/item-fields.ts';
import type { Rows } from '../items/levels.ts';
import { findWriting, insertWriting, writingsAt } from '../writing/writings.ts';

/* Written texts and exercises in an exported file, beside their address on its site. */

/** Reads the fields of droplets, page by page, with their written texts. */
export async function* withWritings(
  db: Db,
  pages: AsyncIterable<Rows['droplet'][]>,
): AsyncGenerator<Fields['droplet'][]> {
  for await (const rows of pages) {
    const found = await writingsAt(
      db,
      rows.map((row) => row.media_url),
    );
    yield rows.map((row) => ({ ...toFields.droplet(row), writing: found.get(row.media_url ?? '') }));
  }
}

/**
 * Stores the texts and exercises of a file's droplets, under the file's address where that is free. A text in
 * the trash keeps its address, because a restored item needs it.
 */
export async function insertWritings(
  db: Db,
  userId: number | null,
  droplets: readonly ImportedDroplet[],
): Promise<void> {
  for (const droplet of droplets) {
    if (!droplet.writing) continue;
    const name = writtenName(droplet.mediaUrl);
    const isFree = name !== null && !(await findWriting(db, name)) && !(await isInTrash(db, name));
    droplet.mediaUrl = await insertWriting(db, userId, droplet.writing, isFree ? name : undefined);
  }
}

async function isInTrash(db: Db, name: string): Promise<boolean> {
  const path = WRITTEN_PREFIX + name;
  const row = await db.selectFrom('trash_files').select('path').where('path', '=', path).executeTakeFirst();
  return row !== undefined;
}
