import { describe, expect, test } from 'vitest';
import { type Known, NOTHING, readSelection, type Selection, selectionAddress, settle } from './selection.ts';

const ids = (...list: number[]) => list.map((id) => ({ id }));
const chosen = (
  ocean: number | null,
  wave: number | null = null,
  droplet: number | null = null,
): Selection => ({
  ocean,
  wave,
  droplet,
});

describe('the address', () => {
  test('holds the selection and gives it back', () => {
    const address = selectionAddress('/accordion', '', chosen(3, 7, 12));
    expect(address).toBe('/accordion?ocean=3&wave=7&droplet=12');
    expect(readSelection(address.slice(address.indexOf('?')))).toEqual(chosen(3, 7, 12));
  });

  test.each(['ocean=', 'ocean=0', 'ocean=-1', 'ocean=1.5', 'ocean=x', 'ocean=1e3', 'ocean=9999999999999999'])(
    'drops what is no id: %s',
    (search) => {
      expect(readSelection(search)).toEqual(NOTHING);
    },
  );

  test('keeps whatever else the query says', () => {
    expect(selectionAddress('/accordion', '?from=mail&ocean=3', NOTHING)).toBe('/accordion?from=mail');
  });
});

const oceans = ids(1, 2);

describe('an address chooses', () => {
  const cases: [string, Selection, Known, Selection][] = [
    ['an ocean', chosen(1), { oceans }, chosen(1)],
    ['nothing where the ocean is not there', chosen(9), { oceans }, NOTHING],
    ['a wave of the ocean', chosen(1, 5), { oceans, waves: ids(5) }, chosen(1, 5)],
    ['no wave of another ocean', chosen(1, 5), { oceans, waves: ids(6) }, chosen(1)],
    ['no droplet under a wave that is dropped', chosen(1, 5, 50), { oceans, waves: ids(6) }, chosen(1)],
    [
      'a droplet of the wave',
      chosen(1, 5, 50),
      { oceans, waves: ids(5), droplets: ids(50) },
      chosen(1, 5, 50),
    ],
    [
      'no droplet of another wave',
      chosen(1, 5, 50),
      { oceans, waves: ids(5), droplets: ids(51) },
      chosen(1, 5),
    ],
    ['what it says while nothing is known yet', chosen(1, 5, 50), { oceans }, chosen(1, 5, 50)],
    ['a wave alone, with its ocean', chosen(null, 5), { oceans, oceanOfWave: 2 }, chosen(2, 5)],
    ['a wave alone while its ocean is asked for', chosen(null, 5), { oceans }, chosen(null, 5)],
    ['no wave that is not there', chosen(null, 5), { oceans, oceanOfWave: null }, NOTHING],
    [
      'a droplet alone, with both parents',
      chosen(null, null, 50),
      { oceans, waveOfDroplet: 5, oceanOfWave: 2 },
      chosen(2, 5, 50),
    ],
    ['a droplet alone while it is asked for', chosen(null, null, 50), { oceans }, chosen(null, null, 50)],
    [
      'a droplet alone while its ocean is asked for',
      chosen(null, null, 50),
      { oceans, waveOfDroplet: 5 },
      chosen(null, null, 50),
    ],
    ['no droplet that is not there', chosen(null, null, 50), { oceans, waveOfDroplet: null }, NOTHING],
    [
      'an ocean, with the wave that its droplet lies in',
      chosen(2, null, 50),
      { oceans, waveOfDroplet: 5, waves: ids(5) },
      chosen(2, 5, 50),
    ],
    [
      'a wave in spite of an ocean that is not there',
      chosen(9, 5),
      { oceans, oceanOfWave: 2, waves: ids(5) },
      chosen(2, 5),
    ],
  ];
  test.each(cases)('%s', (_, asked, known, selection) => {
    expect(settle(asked, known)).toEqual(selection);
  });
});
