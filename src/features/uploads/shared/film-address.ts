import { parseUploadName, UPLOADS_PREFIX } from './upload-address.ts';

/** Shorter side in px of a prepared film's smaller file. */
export const SMALL_SIDE = 360;

export const filmName = (hash: string, side: number): string => `${hash}-${side}.mp4`;

/** Returns the address of a prepared film's smaller file, or the given address where there is none. */
export function smallFilm(address: string): string {
  if (!address.startsWith(UPLOADS_PREFIX) || !address.endsWith('.mp4')) return address;
  const name = parseUploadName(address.slice(UPLOADS_PREFIX.length));
  return name?.width && name.width > SMALL_SIDE ? UPLOADS_PREFIX + filmName(name.hash, SMALL_SIDE) : address;
}
