import { dice, hashOf, type Inks, type Lch, tone } from './ink.ts';

const set = (sky: Inks['sky'], disc: Lch, water: Inks['water'], land: Lch, foam: Lch): Inks => ({
  sky,
  disc,
  water,
  land,
  foam,
});

/** Ten ink sets, named for weather. */
export const PALETTES: Record<string, Inks> = {
  noon: set(
    [
      [0.7, 0.06, 215],
      [0.87, 0.04, 195],
      [0.95, 0.035, 115],
    ],
    [0.82, 0.145, 78],
    [
      [0.86, 0.05, 180],
      [0.57, 0.078, 202],
      [0.34, 0.062, 218],
    ],
    [0.5, 0.055, 205],
    [0.985, 0.012, 150],
  ),
  night: set(
    [
      [0.2, 0.045, 262],
      [0.33, 0.065, 254],
      [0.56, 0.065, 232],
    ],
    [0.95, 0.035, 95],
    [
      [0.5, 0.065, 236],
      [0.3, 0.058, 250],
      [0.175, 0.04, 258],
    ],
    [0.19, 0.04, 258],
    [0.9, 0.028, 215],
  ),
  dawn: set(
    [
      [0.72, 0.055, 235],
      [0.9, 0.04, 55],
      [0.87, 0.085, 42],
    ],
    [0.7, 0.165, 34],
    [
      [0.88, 0.062, 42],
      [0.66, 0.058, 228],
      [0.4, 0.062, 236],
    ],
    [0.56, 0.055, 245],
    [0.985, 0.012, 60],
  ),
  rain: set(
    [
      [0.6, 0.018, 225],
      [0.8, 0.014, 215],
      [0.92, 0.012, 190],
    ],
    [0.61, 0.19, 31],
    [
      [0.82, 0.016, 205],
      [0.52, 0.026, 226],
      [0.28, 0.03, 236],
    ],
    [0.4, 0.026, 230],
    [0.975, 0.006, 200],
  ),
  dusk: set(
    [
      [0.3, 0.06, 18],
      [0.52, 0.12, 32],
      [0.8, 0.115, 62],
    ],
    [0.9, 0.095, 85],
    [
      [0.68, 0.11, 48],
      [0.4, 0.058, 230],
      [0.22, 0.042, 232],
    ],
    [0.26, 0.045, 20],
    [0.95, 0.045, 75],
  ),
  kelp: set(
    [
      [0.76, 0.07, 130],
      [0.9, 0.06, 112],
      [0.955, 0.045, 98],
    ],
    [0.73, 0.165, 52],
    [
      [0.83, 0.07, 128],
      [0.54, 0.08, 150],
      [0.31, 0.056, 165],
    ],
    [0.46, 0.062, 148],
    [0.985, 0.02, 105],
  ),
  lagoon: set(
    [
      [0.74, 0.07, 200],
      [0.9, 0.045, 170],
      [0.95, 0.04, 85],
    ],
    [0.92, 0.06, 90],
    [
      [0.88, 0.065, 165],
      [0.62, 0.095, 190],
      [0.37, 0.072, 212],
    ],
    [0.63, 0.05, 70],
    [0.99, 0.012, 110],
  ),
  salt: set(
    [
      [0.82, 0.012, 90],
      [0.94, 0.01, 90],
      [0.97, 0.008, 95],
    ],
    [0.3, 0.02, 240],
    [
      [0.91, 0.01, 110],
      [0.7, 0.022, 220],
      [0.34, 0.028, 238],
    ],
    [0.48, 0.02, 235],
    [0.995, 0.004, 95],
  ),
  clay: set(
    [
      [0.62, 0.085, 45],
      [0.83, 0.065, 62],
      [0.94, 0.035, 82],
    ],
    [0.97, 0.03, 90],
    [
      [0.86, 0.055, 60],
      [0.58, 0.058, 40],
      [0.34, 0.046, 32],
    ],
    [0.45, 0.062, 38],
    [0.985, 0.018, 80],
  ),
  frost: set(
    [
      [0.78, 0.045, 238],
      [0.91, 0.024, 228],
      [0.97, 0.012, 210],
    ],
    [0.8, 0.1, 25],
    [
      [0.93, 0.02, 218],
      [0.72, 0.048, 226],
      [0.44, 0.056, 240],
    ],
    [0.66, 0.04, 235],
    [0.995, 0.006, 215],
  ),
};
const NAMES = Object.keys(PALETTES);
const SALT = '15zod/';

/** The weather an ocean's slug draws. */
export const paletteFor = (ocean: string): string => NAMES[hashOf(SALT + ocean) % NAMES.length]!;

/** Height of an ocean's horizon, 0–1 from the top. */
export const horizonFor = (slug: string): number =>
  Math.round(dice(`hz:${slug}`).in(0.5, 0.64) * 1000) / 1000;

/** The ocean's inks, with the small drift of hue and light its waves and droplets have. */
export function inksFor(kind: 'ocean' | 'wave' | 'droplet', slug: string, ocean: string): Inks {
  const base = PALETTES[paletteFor(ocean)]!;
  if (kind === 'ocean') return base;
  const r = dice(`ink:${slug}`);
  const dH = r.in(-14, 14);
  const dL = r.in(-0.035, 0.035);
  const t = (c: Lch): Lch => tone(c, dL, 0, dH);
  return {
    sky: base.sky.map(t) as Inks['sky'],
    water: base.water.map(t) as Inks['water'],
    land: t(base.land),
    disc: base.disc,
    foam: base.foam,
  };
}
