import { expect, test } from 'vitest';
import type { Wave } from '../../../contract/schemas.ts';
import { nextWave } from './next-wave.ts';

const wave = (id: number, locked = false) => ({ id, locked }) as Wave;

test('the next wave is the first later one that the reader may open', () => {
  const waves = [wave(1), wave(2, true), wave(3)];
  expect(nextWave(waves, 1)).toEqual({ wave: waves[2], position: 3 });
});

test('where all later waves are locked, it is the first of them', () => {
  const waves = [wave(1), wave(2, true), wave(3, true)];
  expect(nextWave(waves, 1)).toEqual({ wave: waves[1], position: 2 });
});

test('after the last wave there is none', () => {
  expect(nextWave([wave(1), wave(2)], 2)).toBeUndefined();
  expect(nextWave([wave(1)], 7)).toBeUndefined();
});
