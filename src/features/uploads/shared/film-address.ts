/* Addresses of prepared films. In a file of their own: readers load it with the player. */

/** Shorter side in px of a prepared film's smaller file. */
export const SMALL_SIDE = 360;

export const filmName = (hash: string, side: number): string => `${hash}-${side}.mp4`;

/** Address of a prepared film's smaller file; the same address for other media. */
export function smallerFilm(address: string): string {
  return address.replace(
    /^(\/media\/u\/[0-9a-f]{32}-)(\d{1,4})(?=\.mp4$)/,
    (_, start, side) => start + Math.min(side, SMALL_SIDE),
  );
}
