import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Wave } from '../../contract/schemas.ts';
import type { ImportedWave } from '../../contract/transfer-schemas.ts';
import { endPosition } from '../items/levels.ts';
import { assertParent } from './change-items.ts';
import { insertItems } from './insert-items.ts';
import { freeSlugs } from './slugs.ts';
import { editCatalogue, existingItem } from './write-items.ts';

/**
 * Adds a wave with its droplets at the end of an ocean: all of them or none. Slugs are made from the titles.
 * `make` reads what they are made from in the same transaction, and throws when something is missing. Throws
 * 400 without the ocean.
 */
export const createWaveWithDroplets = (
  db: Db,
  reader: Reader,
  oceanId: number,
  make: (transaction: CatalogueTransaction) => Promise<ImportedWave>,
): Promise<Wave> =>
  editCatalogue(db, async (transaction) => {
    await assertParent(transaction, 'wave', oceanId);
    const { droplets, ...wave } = await make(transaction);
    const [slug = 'wave'] = await freeSlugs(transaction, 'wave', [wave.title]);
    const titles = droplets.map(({ title }) => title);
    const slugs = await freeSlugs(transaction, 'droplet', titles);
    const content = {
      ...wave,
      slug,
      droplets: droplets.map((droplet, index) => ({ ...droplet, slug: slugs[index] as string })),
    };
    const position = await endPosition(transaction, 'wave', oceanId);
    const [id = 0] = await insertItems(transaction, 'wave', [content], oceanId, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'imported',
      itemType: 'wave',
      itemId: String(id),
      title: wave.title,
      details: { droplets: droplets.length },
    });
    return existingItem(transaction, reader, 'wave', id);
  });
