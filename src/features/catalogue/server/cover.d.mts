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
/** OKLCH: lightness, chroma, hue. */
type Ink = [number, number, number];
/** The ten ink sets by their names; skies from top to horizon, water from the horizon down. */
export const PALETTES: Record<string, { sky: Ink[]; water: Ink[]; disc: Ink; land: Ink; foam: Ink }>;
/** Which of them an ocean is drawn with. */
export function paletteFor(ocean: string | number): string;
