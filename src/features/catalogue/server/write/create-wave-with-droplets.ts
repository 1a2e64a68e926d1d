import { recordChange } from '#features/audit-log/server/record-change.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { Wave } from '../../contract/schemas.ts';
import type { ImportedWave } from '../../contract/transfer-schemas.ts';
import { toColumns } from '../items/item-fields.ts';
import { endPosition, type Rows, rowsUnder } from '../items/levels.ts';
import { assertParent } from './change-items.ts';
import { insertItems } from './insert-items.ts';
import { freeSlugs } from './slugs.ts';
import { editCatalogue, existingItem } from './write-items.ts';

/**
 * Adds a wave with its droplets at the end of an ocean, in one transaction. Makes slugs from the titles.
 * `make` builds the wave in that transaction, and throws when something is missing. Throws 400 without the
 * ocean. Returns an equal draft that exists already, because people press again after a lost response.
 */
export const createWaveWithDroplets = (
  db: Db,
  reader: Reader,
  oceanId: number,
  make: (transaction: CatalogueTransaction) => Promise<ImportedWave>,
): Promise<Wave> =>
  editCatalogue(db, async (transaction) => {
    await assertParent(transaction, 'wave', oceanId);
    const made = await make(transaction);
    const same = await idOfSameDraft(transaction, oceanId, made);
    if (same !== undefined) return existingItem(transaction, reader, 'wave', same);
    const { droplets, ...wave } = made;
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

/** Finds a draft of an ocean with a wave's title, and the titles and files of its droplets in their order. */
async function idOfSameDraft(
  transaction: CatalogueTransaction,
  oceanId: number,
  { title, droplets }: ImportedWave,
): Promise<number | undefined> {
  const sentParts = partsOf(droplets.map((its) => toColumns.droplet({ ...its, slug: '', waveId: 0 })));
  const drafts = await rowsUnder(transaction, 'wave', oceanId);
  for (const { id } of drafts.filter((row) => row.title === title && !toBoolean(row.is_published)))
    if (partsOf(await rowsUnder(transaction, 'droplet', id)) === sentParts) return id;
  return undefined;
}

type Parts = Pick<Rows['droplet'], 'title' | 'media_url' | 'image_url' | 'captions_url' | 'further_captions'>;
const partsOf = (rows: readonly Parts[]): string =>
  JSON.stringify(
    rows.map((row) => [row.title, row.media_url, row.image_url, row.captions_url, row.further_captions]),
  );
