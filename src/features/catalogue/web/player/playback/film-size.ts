import { SMALL_SIDE, smallFilm } from '#features/uploads/shared/film-address.ts';
import { isSpare } from '#platform/web/ahead.ts';

/** Factor by which a film can be enlarged and still look sharp. */
const ENLARGED = 1.25;

/**
 * Chooses the file of a film for its frame: the smaller one in small frames, on slow connections and for
 * readers who save data. @param side the frame's shorter side in CSS px @param density device px in a CSS px
 */
export function filmFor(address: string, side: number, density: number, spare = isSpare()): string {
  return !spare || side * density <= SMALL_SIDE * ENLARGED ? smallFilm(address) : address;
}
