import { DAY } from '../../text/time-units.ts';
import { type PurgerSetup, PurgeTarget } from './purge-target.ts';

/** Interval of reads of the version, in ms. */
const INTERVAL = 100;

/**
 * Purges shared caches. Each node watches the catalogue version, which every write bumps in its own
 * transaction, and purges when it starts. So writes need no queue, and a killed process loses no purge. See
 * docs/decisions/0067-shared-caches.md.
 */
export class CachePurger {
  readonly #setup: PurgerSetup;
  readonly #targets: PurgeTarget[];
  readonly #updates = new Map<PurgeTarget, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(setup: PurgerSetup) {
    this.#setup = setup;
    this.#targets = setup.addresses.map((address) => new PurgeTarget(address, setup));
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), INTERVAL);
    this.#timer.unref();
    this.#look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#updates.values());
  }

  /** Handles each cache independently, so that one without a response does not delay the others. */
  #look(): void {
    for (const target of this.#targets) {
      if (this.#updates.has(target)) continue;
      const update = this.#update(target).finally(() => this.#updates.delete(target));
      this.#updates.set(target, update);
    }
  }

  async #update(target: PurgeTarget): Promise<void> {
    const day = Math.floor(Date.now() / DAY);
    const version = await Promise.resolve(this.#setup.version.current()).catch(() => undefined);
    if (version !== undefined) await target.update({ version, day });
  }
}
