export interface CoverOptions {
  kind: 'ocean' | 'wave' | 'droplet';
  slug: string | number;
  /** Slug of the ocean whose colors the cover has. */
  ocean?: string;
  /** Index in the wave, so that neighbors differ. */
  seq?: number;
}
/** Draws a cover as SVG. Equal options give equal bytes. */
export function cover(options: CoverOptions): string;
/** Returns the height of the horizon in an ocean's cover, from 0 at the top to 1. */
export function horizonFor(slug: string): number;
/** Hashes a text to 32 bits. */
export function hashOf(text: string | number): number;
/** OKLCH: lightness, chroma, hue. */
type Ink = readonly [number, number, number];
type Inks = Record<'sky' | 'water', [Ink, Ink, Ink]> & Record<'disc' | 'land' | 'foam', Ink>;
/** The ten ink sets by name: skies from top to horizon, water from the horizon down. */
export const PALETTES: Record<string, Inks>;
/** Returns the name of an ocean's ink set. */
export function paletteFor(ocean: string | number): string;
