import { describe, expect, test } from 'vitest';
import type { TreeOcean } from '../../contract/schemas.ts';
import { type Branches, lineStartingWith, linesOf, moveFor, type TreeLine } from './tree-model.ts';

const droplet = (id: number, title: string) => ({
  id,
  title,
  duration: 1,
  isPublished: true,
  locked: false,
});
const wave = (
  id: number,
  title: string,
  droplets: ReturnType<typeof droplet>[] | null,
  dropletCount = 0,
) => ({
  id,
  title,
  totalDuration: 20,
  isPublished: true,
  locked: false,
  dropletCount: droplets?.length ?? dropletCount,
  droplets,
});
const ocean = (id: number, title: string, waves: TreeOcean['waves'], waveCount = 0): TreeOcean => ({
  id,
  title,
  slug: title,
  imageUrl: null,
  imageAlt: null,
  isPublished: true,
  locked: false,
  totalDuration: 20,
  waveCount: waves?.length ?? waveCount,
  waves,
});

const OCEANS = [
  ocean(1, 'Focus', [wave(1, 'Attention', [droplet(1, 'Éclair'), droplet(2, 'Feet')]), wave(2, 'Empty', [])]),
  ocean(2, 'Far', null, 3),
  ocean(3, 'Bare', []),
];

function lines(closed: string[] = [], oceans = OCEANS): TreeLine[] {
  const branches: Branches = {
    oceans,
    wavesOf: ({ waves }) => waves ?? undefined,
    dropletsOf: ({ droplets }) => droplets ?? undefined,
    isOpen: (key) => !closed.includes(key),
  };
  return linesOf(branches);
}
const keys = (list: TreeLine[]) => list.map(({ key }) => key);

describe('lines', () => {
  test('are in the order of the page', () => {
    expect(keys(lines())).toEqual([
      'ocean-1',
      'wave-1',
      'droplet-1',
      'droplet-2',
      'wave-2',
      'ocean-2',
      'ocean-3',
    ]);
  });

  test('of a closed branch are left out', () => {
    expect(keys(lines(['wave-1']))).toEqual(['ocean-1', 'wave-1', 'wave-2', 'ocean-2', 'ocean-3']);
    expect(keys(lines(['ocean-1']))).toEqual(['ocean-1', 'ocean-2', 'ocean-3']);
  });

  test('without children are not branches', () => {
    const branches = Object.fromEntries(lines().map(({ key, branch }) => [key, branch]));
    expect(branches).toMatchObject({
      'wave-2': false,
      'ocean-3': false,
      'droplet-1': false,
      'ocean-2': true,
    });
  });
});

describe('a key', () => {
  const cases: [string, string, ReturnType<typeof moveFor>, string[]?][] = [
    ['ArrowDown', 'ocean-1', { focus: 'wave-1' }],
    ['ArrowDown', 'ocean-3', null],
    ['ArrowUp', 'ocean-2', { focus: 'wave-2' }],
    ['ArrowUp', 'ocean-1', null],
    ['Home', 'ocean-2', { focus: 'ocean-1' }],
    ['End', 'ocean-1', { focus: 'ocean-3' }],
    ['ArrowRight', 'ocean-1', { open: ['ocean-1'] }, ['ocean-1']],
    ['ArrowRight', 'ocean-1', { focus: 'wave-1' }],
    ['ArrowRight', 'ocean-2', null],
    ['ArrowRight', 'droplet-1', null],
    ['ArrowRight', 'ocean-3', null],
    ['ArrowLeft', 'ocean-1', { close: 'ocean-1' }],
    ['ArrowLeft', 'wave-2', { focus: 'ocean-1' }],
    ['ArrowLeft', 'droplet-2', { focus: 'wave-1' }],
    ['ArrowLeft', 'ocean-1', null, ['ocean-1']],
    ['*', 'ocean-3', { open: ['ocean-1', 'ocean-2'] }, ['ocean-1', 'ocean-2']],
    ['x', 'ocean-1', null],
    ['ArrowDown', 'gone', { focus: 'ocean-1' }],
  ];
  test.each(cases)('%s on %s', (key, active, move, closed = []) => {
    expect(moveFor(lines(closed), active, key)).toEqual(move);
  });
});

test('a star opens at most 25 branches', () => {
  const many = Array.from({ length: 500 }, (_, index) => ocean(index + 1, `Ocean ${index}`, null, 3));
  const closed = many.map(({ id }) => `ocean-${id}`);
  const move = moveFor(lines(closed, many), 'ocean-1', '*');
  expect(move).toEqual({ open: closed.slice(0, 25) });
});

describe('typed text', () => {
  test.each([
    ['f', 'ocean-1', 'droplet-2'],
    ['f', 'droplet-2', 'ocean-2'],
    ['ff', 'ocean-2', 'ocean-1'],
    ['fa', 'ocean-1', 'ocean-2'],
    ['fo', 'ocean-1', 'ocean-1'],
    ['ec', 'ocean-1', 'droplet-1'],
    ['B', 'ocean-1', 'ocean-3'],
    ['zz', 'ocean-1', null],
    ['', 'ocean-1', null],
  ])('%s from %s leads to %s', (typed, active, key) => {
    expect(lineStartingWith(lines(), active, typed)).toBe(key);
  });
});
