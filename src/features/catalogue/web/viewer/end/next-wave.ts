import type { Wave } from '../../../contract/schemas.ts';

/** The wave after one in its ocean, and its position there from 1. */
export interface NextWave {
  wave: Wave;
  position: number;
}

/** Finds the next wave that the reader may open, else the next one; undefined after the last. */
export function nextWave(waves: readonly Wave[], currentId: number): NextWave | undefined {
  const index = waves.findIndex(({ id }) => id === currentId);
  if (index < 0) return undefined;
  const later = waves.slice(index + 1);
  const wave = later.find(({ locked }) => !locked) ?? later[0];
  return wave && { wave, position: waves.indexOf(wave) + 1 };
}
