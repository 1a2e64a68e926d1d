import { PALETTES, paletteFor } from '#features/catalogue/server/media/cover.mjs';
import { dice, type Inks, type Lch, tone } from './ink.ts';

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
