import type { Log } from '../http/observe/log.ts';

interface Work {
  /** Time between the starts of two rounds, in ms. A longer round replaces the next. */
  interval: number;
  /** Whether the first round begins at the start, and not an interval later. */
  atOnce?: boolean;
  /** Runs one round. It should end early when `stopping` aborts. */
  run: () => Promise<unknown>;
  log: Log;
  /** Log line when a round throws. The next round retries. */
  failure: string;
}

/** Runs work in the background in rounds, one at a time per process. */
export class RecurringJob {
  readonly #work: Work;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  /** The round after the present one, if the job was woken meanwhile. */
  #next: Promise<void> | undefined;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Aborts when the job stops. */
  protected get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    const { interval, atOnce = false } = this.#work;
    this.#timer = setInterval(() => void this.#begin(), interval);
    this.#timer.unref();
    if (atOnce) void this.#begin();
  }

  /**
   * Starts a round now, or right after the present one, which may have read too early. Resolves at the end of
   * that round.
   */
  wake(): Promise<void> {
    if (this.#round)
      this.#next ??= this.#round.then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next ?? this.#begin();
  }

  #begin(): Promise<void> {
    if (this.stopping.aborted) return Promise.resolve();
    const { run, log, failure } = this.#work;
    this.#round ??= run()
      .then(
        () => {},
        (error) => log.warn({ err: error }, failure),
      )
      .finally(() => {
        this.#round = undefined;
      });
    return this.#round;
  }

  /** Aborts `stopping`, and waits for the present round. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#round;
  }
}
