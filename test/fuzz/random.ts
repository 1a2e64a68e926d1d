/** Reproducible random numbers: the same seed gives the same sequence (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number of at least 0 and less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from `least` to `most`, inclusive. */
  between = (least: number, most: number): number => least + Math.floor(this.next() * (most - least + 1));

  chance = (share: number): boolean => this.next() < share;

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('There is nothing to pick from.');
    return values[Math.floor(this.next() * values.length)] as T;
  }
}
