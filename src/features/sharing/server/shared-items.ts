import type { Droplet, Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { rowById } from '#features/catalogue/server/items/levels.ts';
import { dropletById, oceanById, waveById } from '#features/catalogue/server/read/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import type { ItemName, SharedKind } from '../shared/item-address.ts';

/** An item as everybody may see it: published, and without what subscribers pay for. */
export interface PublicItem {
  kind: SharedKind;
  item: Ocean | Wave | Droplet;
  /** Minutes, as the item's page says. */
  duration: number;
  /** The items that hold it, from the top. */
  within: readonly { kind: SharedKind; item: Ocean | Wave }[];
  /** Epoch ms. */
  createdAt: number;
  updatedAt: number;
}

/**
 * Reads an item for a link preview, as a visitor would: drafts and items under drafts do not exist. Whoever
 * asks, the result is the same.
 */
export async function publicItem(db: Db, { kind, id }: ItemName): Promise<PublicItem | undefined> {
  const found = await READ[kind](db, id);
  const row = found && (await rowById(db, kind, id));
  return found && row && { ...found, createdAt: row.created_at, updatedAt: row.updated_at };
}

type Found = Omit<PublicItem, 'createdAt' | 'updatedAt'> | undefined;

const READ: Record<SharedKind, (db: Db, id: number) => Promise<Found>> = {
  async ocean(db, id) {
    const item = await oceanById(db, VISITOR, id);
    return item && { kind: 'ocean', item, duration: item.totalDuration, within: [] };
  },
  async wave(db, id) {
    const item = await waveById(db, VISITOR, id);
    const ocean = item && (await oceanById(db, VISITOR, item.oceanId));
    if (!ocean) return undefined;
    return { kind: 'wave', item, duration: item.totalDuration, within: [{ kind: 'ocean', item: ocean }] };
  },
  async droplet(db, id) {
    const item = await dropletById(db, VISITOR, id);
    const wave = item && (await waveById(db, VISITOR, item.waveId));
    const ocean = wave && (await oceanById(db, VISITOR, wave.oceanId));
    if (!ocean) return undefined;
    const within = [
      { kind: 'ocean' as const, item: ocean },
      { kind: 'wave' as const, item: wave },
    ];
    return { kind: 'droplet', item, duration: item.duration, within };
  },
};
