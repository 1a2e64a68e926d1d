/** Returns a random entry. */
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Returns a random time until the next of many independent events. */
export const exponential = (mean: number): number => -Math.log(1 - Math.random()) * mean;
