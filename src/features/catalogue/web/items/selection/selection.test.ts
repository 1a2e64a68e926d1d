import { describe, expect, test } from 'vitest';
import {
  type LoadedItems,
  NO_SELECTION,
  readSelection,
  resolveSelection,
  type Selection,
  selectionAddress,
} from './selection.ts';

const ids = (...list: number[]) => list.map((id) => ({ id }));
const selected = (
  ocean: number | null,
  wave: number | null = null,
  droplet: number | null = null,
): Selection => ({
  ocean,
  wave,
  droplet,
});

describe('an address', () => {
  test('holds a selection', () => {
    const address = selectionAddress('/accordion', '', selected(3, 7, 12));
    expect(address).toBe('/accordion?ocean=3&wave=7&droplet=12');
    expect(readSelection(address.slice(address.indexOf('?')))).toEqual(selected(3, 7, 12));
  });

  test.each(['ocean=', 'ocean=0', 'ocean=-1', 'ocean=1.5', 'ocean=x', 'ocean=1e3', 'ocean=9999999999999999'])(
    'ignores a value that is not an id: %s',
    (search) => {
      expect(readSelection(search)).toEqual(NO_SELECTION);
    },
  );

  test('keeps its other parameters', () => {
    expect(selectionAddress('/accordion', '?from=mail&ocean=3', NO_SELECTION)).toBe('/accordion?from=mail');
  });
});

const oceans = ids(1, 2);

describe('an address selects', () => {
  const cases: [string, Selection, LoadedItems, Selection][] = [
    ['an ocean', selected(1), { oceans }, selected(1)],
    ['nothing when the ocean does not exist', selected(9), { oceans }, NO_SELECTION],
    ['a wave of the ocean', selected(1, 5), { oceans, waves: ids(5) }, selected(1, 5)],
    ['no wave of another ocean', selected(1, 5), { oceans, waves: ids(6) }, selected(1)],
    ['no droplet of a wave that is dropped', selected(1, 5, 50), { oceans, waves: ids(6) }, selected(1)],
    [
      'a droplet of the wave',
      selected(1, 5, 50),
      { oceans, waves: ids(5), droplets: ids(50) },
      selected(1, 5, 50),
    ],
    [
      'no droplet of another wave',
      selected(1, 5, 50),
      { oceans, waves: ids(5), droplets: ids(51) },
      selected(1, 5),
    ],
    ['the requested ids while their lists load', selected(1, 5, 50), { oceans }, selected(1, 5, 50)],
    ['a wave alone, with its ocean', selected(null, 5), { oceans, oceanOfWave: 2 }, selected(2, 5)],
    ['a wave alone while its ocean loads', selected(null, 5), { oceans }, selected(null, 5)],
    ['no wave that does not exist', selected(null, 5), { oceans, oceanOfWave: null }, NO_SELECTION],
    [
      'a droplet alone, with both parents',
      selected(null, null, 50),
      { oceans, waveOfDroplet: 5, oceanOfWave: 2 },
      selected(2, 5, 50),
    ],
    ['a droplet alone while it loads', selected(null, null, 50), { oceans }, selected(null, null, 50)],
    [
      'a droplet alone while its ocean loads',
      selected(null, null, 50),
      { oceans, waveOfDroplet: 5 },
      selected(null, null, 50),
    ],
    [
      'no droplet that does not exist',
      selected(null, null, 50),
      { oceans, waveOfDroplet: null },
      NO_SELECTION,
    ],
    [
      'an ocean, with the wave of its droplet',
      selected(2, null, 50),
      { oceans, waveOfDroplet: 5, waves: ids(5) },
      selected(2, 5, 50),
    ],
    [
      'a wave and its own ocean when the requested ocean does not exist',
      selected(9, 5),
      { oceans, oceanOfWave: 2, waves: ids(5) },
      selected(2, 5),
    ],
  ];
  test.each(cases)('%s', (_, requested, loaded, selection) => {
    expect(resolveSelection(requested, loaded)).toEqual(selection);
  });
});
