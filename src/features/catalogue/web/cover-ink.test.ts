import { expect, test } from 'vitest';
import { PALETTES, paletteFor } from '../server/cover.mjs';
import { inkOf } from './cover-ink.ts';

const names = Object.keys(PALETTES);
const drawnIn = (ocean: string) => `ink-${names.indexOf(paletteFor(ocean))}`;

test.each(['focus', 'breath', 'rest', 'seasons', 'größe', '7'])(
  'what is drawn for the ocean %s stands on that ocean’s inks',
  (ocean) => {
    const encoded = encodeURIComponent(ocean);
    expect(inkOf(`/covers/ocean/${encoded}.svg`, 'another')).toBe(drawnIn(ocean));
    expect(inkOf(`/covers/wave/${encoded}/tides.svg`, 'tides')).toBe(drawnIn(ocean));
    expect(inkOf(`/covers/droplet/${encoded}/ebb-3.svg`, 'ebb')).toBe(drawnIn(ocean));
  },
);

test('any other picture stands on the inks of the drawing that would stand in for it', () => {
  for (const address of [
    '/media/u/0123-960.webp',
    'https://pictures.example/a.jpg',
    '/covers/droplet/ebb.svg',
    '/covers/droplet/%E0/ebb.svg',
  ])
    expect(inkOf(address, 'ebb')).toBe(drawnIn('ebb'));
});
