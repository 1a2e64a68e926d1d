import { parseCoverAddress } from './cover-address.ts';

/** Horizon of a wave's cover, and of pictures that are not generated. */
const MIDDLE = 0.5;

/** Returns the height of a picture's horizon, from 0 at its top to 1. The page's waterline continues it. */
export function horizonIn(address: string): number {
  const cover = parseCoverAddress(address);
  return cover?.kind === 'ocean' ? horizonOf(cover.slug) : MIDDLE;
}

/** Repeats the first random number of `server/media/cover.mjs` for this slug (mulberry32). */
function horizonOf(slug: string): number {
  const seed = (hashOf(`hz:${slug}`) + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  const unit = ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  return Math.round((0.5 + 0.14 * unit) * 1000) / 1000;
}

/** Hashes a text with FNV-1a and the final mix of MurmurHash3. */
export function hashOf(text: string): number {
  let h = 0x811c9dc5;
  for (const character of text) {
    h ^= character.codePointAt(0) as number;
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
