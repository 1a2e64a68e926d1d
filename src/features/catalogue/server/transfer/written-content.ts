import type { Db } from '#platform/database/open.ts';
import type { ImportedDroplet, OceanContent } from '../../contract/transfer-schemas.ts';
import { writtenName } from '../../shared/written-address.ts';
import { findWriting, insertWriting, writingsAt } from '../writing/writings.ts';

/* Written texts and exercises in an exported file stand beside the address that they have on its site. */

/** Adds to droplets what was written for them. */
export async function addWritings(db: Db, oceans: readonly OceanContent[]): Promise<void> {
  const droplets = oceans.flatMap(({ waves }) => waves.flatMap((wave) => wave.droplets));
  const found = await writingsAt(
    db,
    droplets.map(({ mediaUrl }) => mediaUrl),
  );
  for (const droplet of droplets) {
    const writing = found.get(droplet.mediaUrl ?? '');
    if (writing) droplet.writing = { kind: writing.kind, source: writing.source };
  }
}

/** Keeps what a file has written for its droplets, under the address in the file where that is free. */
export async function insertWritings(
  db: Db,
  userId: number | null,
  droplets: readonly ImportedDroplet[],
): Promise<void> {
  for (const droplet of droplets) {
    if (!droplet.writing) continue;
    const name = writtenName(droplet.mediaUrl);
    const isFree = name !== null && !(await findWriting(db, name));
    droplet.mediaUrl = await insertWriting(db, userId, droplet.writing, isFree ? name : undefined);
  }
}
