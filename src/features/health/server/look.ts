import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/http/observe/log.ts';
import type { Health, HealthPart, Problem } from '../contract/schemas.ts';
import { type CheckResult, type HealthCheck, problem } from './health-check.ts';

/** Time limit of a check, in ms. All run at once, so it is also the page's. */
const LOOK_TIMEOUT = 2_000;
/** Lifetime of cached results, in ms, because the dashboard asks at each visit. */
const REMEMBERED = 15_000;

interface Found {
  at: number;
  problems: Problem[];
  well: Health['well'];
}

const LATE = Symbol('late');

/** Runs the checks of all parts of the site. A check that throws or exceeds its time is itself a problem. */
export class HealthLook {
  readonly #checks: readonly HealthCheck[];
  readonly #log: Log;
  readonly #timeout: number;
  /** Running checks. None is started twice. */
  readonly #running = new Map<HealthPart, Promise<CheckResult>>();
  #last: { until: number; found: Promise<Found> } | undefined;

  constructor(checks: readonly HealthCheck[], log: Log, timeout = LOOK_TIMEOUT) {
    this.#checks = checks;
    this.#log = log;
    this.#timeout = timeout;
  }

  /** Returns results that are at most `REMEMBERED` old. */
  look(): Promise<Found> {
    return this.#last && Date.now() < this.#last.until ? this.#last.found : this.lookAgain();
  }

  /** Runs the checks, ignoring cached results. */
  lookAgain(): Promise<Found> {
    const found = this.#lookAtAll();
    this.#last = { until: Date.now() + REMEMBERED, found };
    return found;
  }

  /** Drops the cached results after an administrator has changed something in them. */
  forget(): void {
    this.#last = undefined;
  }

  async #lookAtAll(): Promise<Found> {
    const at = Date.now();
    const results = await Promise.all(
      this.#checks.map(async (check) => ({ check, result: await this.#lookAt(check) })),
    );
    const problems = results.flatMap(({ result }) => result.problems);
    return {
      at,
      problems: [
        ...problems.filter(({ level }) => level === 'serious'),
        ...problems.filter(({ level }) => level !== 'serious'),
      ],
      well: results
        .filter(({ result }) => result.problems.length === 0)
        .map(({ check: { about, title }, result: { text } }) => ({ about, title, text })),
    };
  }

  async #lookAt(check: HealthCheck): Promise<CheckResult> {
    const { about, title } = check;
    const logFailure = (error: unknown) =>
      this.#log.warn({ err: error, part: about }, 'a check of the health page failed');
    try {
      const running = this.#run(check);
      const result = await Promise.race([running, sleep(this.#timeout, LATE, { ref: false })]);
      if (result !== LATE) return result;
      this.#log.warn({ part: about }, `a check of the health page takes longer than ${this.#timeout} ms`);
      // It may still end with the reason, such as a connection's time-out.
      running.catch(logFailure);
    } catch (error) {
      logFailure(error);
    }
    const silent = problem({
      name: `${about}-silent`,
      about,
      level: 'advice',
      title: `${title}: no answer`,
      meaning: 'This part did not answer in time, so nobody knows how it is.',
      advice: 'Look again in a minute. If it stays, the log says more.',
    });
    return { problems: [silent], text: '' };
  }

  #run(check: HealthCheck): Promise<CheckResult> {
    const running = this.#running.get(check.about);
    if (running) return running;
    const started = check.look().finally(() => this.#running.delete(check.about));
    // After the timeout nothing awaits the check, and its failure must not be an unhandled rejection.
    started.catch(() => {});
    this.#running.set(check.about, started);
    return started;
  }
}
