import { expect } from 'vitest';

/** One large input is compared with so many small ones of the same size together. */
const PARTS = 32;
/** Linear work takes as long as its parts, sorting 1.5 times as long, quadratic work 32 times as long. */
const MAX_RATIO = 10;
/** Other programs and the compiler spoil some rounds: so many are looked at, and so many before a failure. */
const MIN_ROUNDS = 3;
const MAX_ROUNDS = 20;
/**
 * Work that takes no longer than so many additions for each of its units is linear, whatever its parts take:
 * parts of a text fit into the processor's caches, and are searched up to twenty times as fast as the whole.
 */
const FEW_STEPS = 20;

/**
 * Expects that the time of the work does not grow with the square of its size. `size` is that of the large
 * input, at which quadratic work takes some tenths of a second or more. Both times are taken here, in turn,
 * so that any machine may run it; of each the least counts, over as many rounds as are needed.
 */
export function expectLinearTime(work: (size: number) => unknown, size: number): void {
  const timeOfParts = () =>
    timeOf(() => {
      for (let part = 0; part < PARTS; part += 1) result = work(Math.ceil(size / PARTS));
    });
  const timeOfWhole = () => timeOf(() => work(size));
  const timeOfSteps = () => timeOf(() => addUpTo(size));
  let [parts, whole, steps] = [timeOfParts(), timeOfWhole(), timeOfSteps()];
  for (let round = 1; round < MAX_ROUNDS; round += 1) {
    parts = Math.min(parts, timeOfParts());
    whole = Math.min(whole, timeOfWhole());
    steps = Math.min(steps, timeOfSteps());
    if (round < MIN_ROUNDS - 1) continue;
    if (whole < MAX_RATIO * parts || whole < FEW_STEPS * steps) return;
  }
  expect(whole / parts, 'time of a whole in relation to its parts').toBeLessThan(MAX_RATIO);
}

function addUpTo(size: number): number {
  let sum = 0;
  for (let step = 0; step < size; step += 1) sum = (sum * 31 + step) | 0;
  return sum;
}

/** Latest result. The compiler leaves out work that nobody asks for. */
export let result: unknown;

/** In ms. */
function timeOf(work: () => unknown): number {
  const begun = performance.now();
  result = work();
  return performance.now() - begun;
}
