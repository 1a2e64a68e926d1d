import type { Failure, Slice } from './senders.ts';

/**
 * Time after a kill in which it explains errors, in ms: nginx waits 2 s for a connection to a node, and
 * removes the node after the first failure.
 */
const EXPLAINED_WITHIN = 3_000;
/** Failures of requests that were at the node, or on their way to it, when it was killed. */
const OF_A_KILL = /\b(502|504|closed|ECONN\w+)\b/;

const EXAMPLES = 20;

/** Counts the results of all requests of a run. */
export class Tally {
  requests = 0;
  repeated = 0;
  /** Epoch ms. Set before the kill, because failures are classified as they arrive. */
  killedAt: number | undefined;
  /** Failures by kind: those that the kill explains, and all others. */
  readonly explained = new Map<string, number>();
  readonly unexplained = new Map<string, number>();
  /** The first failures of each kind. */
  readonly examples: Failure[] = [];
  readonly #times = new Map<number, number>();

  add({ requests, times, failures, repeated }: Slice): void {
    this.requests += requests;
    this.repeated += repeated;
    for (const [tenths, count] of times) this.#times.set(tenths, (this.#times.get(tenths) ?? 0) + count);
    for (const failure of failures) this.fail(failure);
  }

  fail(failure: Failure): void {
    const counts = this.#isExplained(failure) ? this.explained : this.unexplained;
    const count = (counts.get(failure.what) ?? 0) + 1;
    counts.set(failure.what, count);
    if (count <= EXAMPLES) this.examples.push(failure);
  }

  /** Returns a percentile of the latencies in ms; NaN without any. */
  percentile(part: number): number {
    const sorted = [...this.#times].sort(([a], [b]) => a - b);
    let left = part * sorted.reduce((sum, [, count]) => sum + count, 0);
    for (const [tenths, count] of sorted) {
      left -= count;
      if (left <= 0) return tenths / 10;
    }
    return Number.NaN;
  }

  #isExplained({ at, what }: Failure): boolean {
    const since = at - (this.killedAt ?? Number.NaN);
    return since >= 0 && since < EXPLAINED_WITHIN && OF_A_KILL.test(what);
  }
}

export const countOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
