import type { Db } from '#platform/database/open.ts';
import type { HealthLook } from '../look.ts';
import { alertAdministrators } from './alert-administrators.ts';

interface Log {
  warn(details: object, message: string): void;
}

/** Interval between looks, in ms. The first begins one interval after the start. */
const INTERVAL = 5 * 60_000;

/**
 * Looks at the site's health in the background, and writes to administrators. Every node looks, because each
 * has a disk of its own.
 */
export class AlertJob {
  readonly #db: Db;
  readonly #health: HealthLook;
  readonly #publicUrl: () => string;
  readonly #log: Log;
  readonly #wakeMailSender: () => void;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;

  constructor(
    { db, health, publicUrl }: { db: Db; health: HealthLook; publicUrl: () => string },
    log: Log,
    wakeMailSender: () => void,
  ) {
    this.#db = db;
    this.#health = health;
    this.#publicUrl = publicUrl;
    this.#log = log;
    this.#wakeMailSender = wakeMailSender;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#round(), INTERVAL);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#run;
  }

  #round(): Promise<void> {
    this.#run ??= this.#look()
      .catch((error) => this.#log.warn({ err: error }, 'the site’s health could not be looked at'))
      .finally(() => {
        this.#run = undefined;
      });
    return this.#run;
  }

  async #look(): Promise<void> {
    const { problems } = await this.#health.look(true);
    if ((await alertAdministrators(this.#db, problems, this.#publicUrl())) > 0) this.#wakeMailSender();
  }
}
