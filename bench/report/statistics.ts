/** Computes the median; for an even count the mean of the middle two, and NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** Returns the percentile `part` (0 to 1) of ascending values; NaN for an empty list. */
export function percentile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Returns a percentile of all turns together, because one turn has too few values for its tail. */
export const pooled = (turns: readonly (readonly number[])[], part: number): number =>
  percentile(Float64Array.from(turns.flat()).sort(), part);

/** Computes ratios per round, so that a disturbance affects both sides. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
