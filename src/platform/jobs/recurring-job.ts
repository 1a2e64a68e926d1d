import type { Log } from '../http/observe/log.ts';

interface Work {
  /** Time between the starts of two rounds, in ms. A round that lasts longer replaces the next. */
  interval: number;
  /** Whether the first round begins at the start, not one interval later. */
  atOnce?: boolean;
  /** One round. It ends early when `stopping` aborts. */
  run: () => Promise<unknown>;
  log: Log;
  /** Log line of a round that throws. The next round tries again. */
  failure: string;
}

/** Runs work in the background, in rounds, one at a time in this process. */
export class RecurringJob {
  readonly #work: Work;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  /** The round after the present one, if somebody has woken the job meanwhile. */
  #next: Promise<void> | undefined;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Aborts when the job is stopped. */
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
   * Begins a round now, or right after the present one, which may have read before the caller's news.
   * Resolves at the end of that round.
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
