import type { Db } from '#platform/database/open.ts';
import type { Span } from './period.ts';
import { joinSums, NO_SUMS, type Sums, sumCounts } from './sum-counts.ts';

/** Periods whose sums are remembered, and the most droplets of one. */
const MAX_PERIODS = 16;
const MAX_DROPLETS = 20_000;
/** How long the sums of days that are over are remembered, in ms. A node that was cut off may add to them. */
const MAX_AGE = 10 * 60_000;
/** The same for today, in ms: as long as other nodes wait for their next write. */
const MAX_AGE_TODAY = 1_000;

interface Remembered {
  until: number;
  /** Writes of this node when it was read. */
  writes: number;
  sums: Promise<Sums>;
}

/**
 * Sums the counts of a period, and remembers them on this node: otherwise each answer would take longer with
 * every droplet that is used. Days that are over hardly change.
 */
export class PeriodSums {
  readonly #db: Db;
  readonly #writes: () => number;
  readonly #known = new Map<string, Remembered>();

  /** `writes`: how many times this node has written counts. */
  constructor(db: Db, writes: () => number) {
    this.#db = db;
    this.#writes = writes;
  }

  /** Sums a period. What this node has written today is in it. */
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
    this.#known.delete(key);
    this.#known.set(key, { until: Date.now() + maxAge, writes, sums });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_PERIODS && oldest !== undefined) this.#known.delete(oldest);
    const isSmall = await sums.then(
      ({ droplets }) => droplets.size <= MAX_DROPLETS,
      () => false,
    );
    if (!isSmall) this.#known.delete(key);
    return sums;
  }
}
