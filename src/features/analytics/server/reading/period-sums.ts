import type { Db } from '#platform/database/open.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import type { Span } from './period.ts';
import { joinSums, NO_SUMS, type Sums, sumCounts } from './sum-counts.ts';

/** Maximum cached periods, and maximum droplets in all of them together. A droplet takes 200 bytes. */
const MAX_PERIODS = 16;
const MAX_DROPLETS = 320_000;
/**
 * Lifetime of cached sums of past days, in ms. A node that was cut off from the database may still add
 * counts.
 */
const MAX_AGE = 10 * MINUTE;
/** The lifetime for today, in ms: the time between two writes of another node. */
const MAX_AGE_TODAY = 1_000;

interface Remembered {
  until: number;
  /** This node's number of writes when the sums were read; 0 for past days. */
  writes: number;
  sums: Promise<Sums>;
  /** 0 until the sums are read. */
  droplets: number;
}

/**
 * Sums the counts of a period, and caches the sums on this node, because the time to sum grows with the
 * number of used droplets. Past days hardly change.
 */
export class PeriodSums {
  readonly #db: Db;
  readonly #writes: () => number;
  readonly #known = new Map<string, Remembered>();

  /** `writes` returns this node's number of writes of counts. */
  constructor(db: Db, writes: () => number) {
    this.#db = db;
    this.#writes = writes;
  }

  /** Sums a period. The sums include all writes of this node today. */
  async of({ from, to }: Span, today: number): Promise<Sums> {
    const lastOver = Math.min(to, today - 1);
    const [over, current] = await Promise.all([
      from <= lastOver ? this.#remembered({ from, to: lastOver }, MAX_AGE) : NO_SUMS,
      to >= today ? this.#remembered({ from: today, to }, MAX_AGE_TODAY) : NO_SUMS,
    ]);
    return current === NO_SUMS ? over : joinSums(over, current);
  }

  async #remembered(period: Span, maxAge: number): Promise<Sums> {
    const key = `${period.from} ${period.to}`;
    const known = this.#known.get(key);
    const writes = maxAge === MAX_AGE_TODAY ? this.#writes() : 0;
    if (known && Date.now() < known.until && known.writes === writes) return known.sums;
    const sums = sumCounts(this.#db, period);
    const remembered = { until: Date.now() + maxAge, writes, sums, droplets: 0 };
    this.#known.delete(key);
    this.#known.set(key, remembered);
    try {
      remembered.droplets = (await sums).droplets.size;
    } catch {
      if (this.#known.get(key) === remembered) this.#known.delete(key);
    }
    this.#forgetOldest();
    return sums;
  }

  #forgetOldest(): void {
    let droplets = 0;
    for (const period of this.#known.values()) droplets += period.droplets;
    for (const [key, period] of this.#known) {
      if (this.#known.size <= MAX_PERIODS && droplets <= MAX_DROPLETS) return;
      droplets -= period.droplets;
      this.#known.delete(key);
    }
  }
}
