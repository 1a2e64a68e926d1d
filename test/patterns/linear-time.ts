import { expect } from 'vitest';

/** One large input is compared with so many small ones of the same size together. */
const PARTS = 32;
/** Linear work takes as long as its parts, sorting 1.5 times as long, quadratic work 32 times as long. */
const MOST = 10;
const ROUNDS = 3;
/**
 * Work that takes no longer than so many additions for each of its units is linear, whatever its parts take:
 * those of a search in a text fit into the processor's caches, and are up to twenty times as fast as the whole.
 */
const FEW_STEPS = 20;

/**
 * Expects that the time of the work does not grow with the square of its size. `size` is that of the large
 * input, at which quadratic work takes a second or more. Both times are taken here, in turn, so that any
 * machine may run it; of each the least, because other programs and the compiler take part in some rounds.
 */
export function expectLinearTime(work: (size: number) => unknown, size: number): void {
  let [parts, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    parts = Math.min(
      parts,
      timeOf(() => {
        for (let part = 0; part < PARTS; part += 1) work(Math.ceil(size / PARTS));
      }),
    );
    whole = Math.min(
      whole,
      timeOf(() => work(size)),
    );
  }
  if (whole < FEW_STEPS * timeOf(() => addUpTo(size))) return;
  expect(whole / parts, 'time of a whole in relation to its parts').toBeLessThan(MOST);
}

function addUpTo(size: number): number {
  let sum = 0;
  for (let step = 0; step < size; step += 1) sum = (sum * 31 + step) | 0;
  return sum;
}

/** In ms. */
function timeOf(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
