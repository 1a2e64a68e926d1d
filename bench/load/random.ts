/** A random entry. */
export const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** A random wait until the next event of many that do not know of each other. */
export const exponential = (mean: number): number => -Math.log(1 - Math.random()) * mean;
