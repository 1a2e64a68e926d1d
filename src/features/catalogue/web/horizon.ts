import { drawnAt } from './cover-address.ts';

/** Of a wave's swell and of pictures that are not drawn. */
const MIDDLE = 0.5;

/** Where the horizon lies in the picture at this address, 0 to 1 from the top: the page's waterline is hung on it. */
export function horizonIn(address: string): number {
  const drawn = drawnAt(address);
  return drawn?.kind === 'ocean' ? horizonOf(drawn.slug) : MIDDLE;
}

/** In an ocean's generated cover: the first number that the cover artist draws for this slug. */
function horizonOf(slug: string): number {
  const seed = (hashOf(`hz:${slug}`) + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  const unit = ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  return Math.round((0.5 + 0.14 * unit) * 1000) / 1000;
}

/** FNV-1a, then avalanche. */
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
