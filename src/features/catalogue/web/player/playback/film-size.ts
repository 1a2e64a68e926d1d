import { smallerFilm } from '#features/uploads/shared/film-address.ts';
import { isSpare } from '#platform/web/ahead.ts';

/** Screens up to this many device pixels on their shorter side show the smaller film as sharply. */
const SMALL_SCREEN = 540;

/** Chooses a prepared film's size: the smaller one for small screens, Save-Data and slow connections. */
export function fitFilm(address: string, saves = !isSpare(), pixels = screenPixels()): string {
  return saves || pixels <= SMALL_SCREEN ? smallerFilm(address) : address;
}

const screenPixels = () => Math.min(screen.width, screen.height) * devicePixelRatio;
