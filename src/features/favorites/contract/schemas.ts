import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { Droplet, Ocean, Wave } from '#features/catalogue/contract/schemas.ts';

/** Identifies a favorite: an item of any level. */
export const FavoriteRef = z.object({ itemType: ItemType, itemId: z.number().int().positive() });
export type FavoriteRef = z.infer<typeof FavoriteRef>;

/** The reader's favorites, as items of the catalogue. */
export const FavoriteItems = z.object({
  oceans: z.array(Ocean),
  waves: z.array(Wave),
  droplets: z.array(Droplet),
});
export type FavoriteItems = z.infer<typeof FavoriteItems>;
