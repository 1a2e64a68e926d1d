import { parseCoverAddress } from './cover-address.ts';
import { hashOf } from './horizon.ts';

/** Number of palettes in `server/media/cover.mjs`. */
const PALETTES = 10;
/** The salt of `paletteFor` in `server/media/cover.mjs`. */
const SALT = '15zod/';

/**
 * Returns the index of a picture's palette in `server/media/cover.mjs`. Any picture but a generated cover has
 * the palette of the cover that replaces it after a failure.
 */
export function paletteIndex(address: string, slug: string): number {
  const cover = parseCoverAddress(address);
  return hashOf(SALT + (cover?.ocean ?? cover?.slug ?? slug)) % PALETTES;
}
