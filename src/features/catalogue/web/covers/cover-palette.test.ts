import { expect, test } from 'vitest';
import { PALETTES, paletteFor } from '../../server/media/cover.mjs';
import { paletteIndex } from './cover-palette.ts';

const names = Object.keys(PALETTES);
const expectedIndex = (ocean: string) => names.indexOf(paletteFor(ocean));

test.each(['focus', 'breath', 'rest', 'seasons', 'größe', '7'])(
  'generated covers of the ocean %s have the palette of that ocean',
  (ocean) => {
    const encoded = encodeURIComponent(ocean);
    expect(paletteIndex(`/covers/ocean/${encoded}.svg`, 'another')).toBe(expectedIndex(ocean));
    expect(paletteIndex(`/covers/wave/${encoded}/tides.svg`, 'tides')).toBe(expectedIndex(ocean));
    expect(paletteIndex(`/covers/droplet/${encoded}/ebb-3.svg`, 'ebb')).toBe(expectedIndex(ocean));
  },
);

test('any other picture has the palette of the cover that replaces it', () => {
  for (const address of [
    '/media/u/0123-960.webp',
    'https://pictures.example/a.jpg',
    '/covers/droplet/ebb.svg',
    '/covers/droplet/%E0/ebb.svg',
  ])
    expect(paletteIndex(address, 'ebb')).toBe(expectedIndex('ebb'));
});
