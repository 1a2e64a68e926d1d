import { DAY } from '../../text/time-units.ts';
import { type PurgerSetup, PurgeTarget } from './purge-target.ts';

/** Interval of looks at the version, in ms. */
const INTERVAL = 100;

/**
 * Tells shared caches what to forget. Each node watches the catalogue's version, which every write bumps in
 * its own transaction, and purges at its start: so no write needs a queue, and a kill loses no purge. See
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

  /** Each cache by itself: one that does not answer must not hold up the purges of the others. */
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
