import type { Db } from '#platform/database/open.ts';
import type { Span } from './period.ts';
import { joinSums, NO_SUMS, type Sums, sumCounts } from './sum-counts.ts';

/** Periods whose sums are remembered, and the most droplets of one. */
const MAX_PERIODS = 16;
const MAX_DROPLETS = 20_000;
/** In ms. A node that was cut off may add to a day that is over. */
const MAX_AGE = 10 * 60_000;

/**
 * Sums the counts of a period. Those of days that are over change no more, and are remembered on this node
 * for some minutes: otherwise each answer would take longer with every droplet that is used.
 */
export class PeriodSums {
  readonly #db: Db;
  readonly #known = new Map<string, { at: number; sums: Promise<Sums> }>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Sums a period. What was counted today is always read anew. */
  async of({ from, to }: Span, today: number): Promise<Sums> {
    const lastOver = Math.min(to, today - 1);
    const [over, current] = await Promise.all([
      from <= lastOver ? this.#remembered({ from, to: lastOver }) : NO_SUMS,
      to >= today ? sumCounts(this.#db, { from: today, to }) : NO_SUMS,
    ]);
    return current === NO_SUMS ? over : joinSums(over, current);
  }

  async #remembered(period: Span): Promise<Sums> {
    const key = `${period.from} ${period.to}`;
    const known = this.#known.get(key);
    if (known && Date.now() - known.at < MAX_AGE) return known.sums;
    const sums = sumCounts(this.#db, period);
    this.#known.delete(key);
    this.#known.set(key, { at: Date.now(), sums });
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
