export interface CoverWish {
  kind: 'ocean' | 'wave' | 'droplet';
  slug: string | number;
  /** The slug of the ocean whose colours it inherits. */
  ocean?: string;
  /** Its place in the wave, so that neighbours differ. */
  seq?: number;
}
/** SVG text; the same input gives the same bytes. */
export function cover(wish: CoverWish): string;
/** Where the waterline stands in an ocean's picture, as a part of its height. */
export function horizonFor(slug: string): number;
