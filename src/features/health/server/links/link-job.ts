import { setTimeout as sleep } from 'node:timers/promises';
import { Robots } from '#features/catalogue/server/check/robots/robots.ts';
import { type LinkState, tryLink } from '#features/catalogue/server/check/try-link.ts';
import { settingByKey } from '#features/settings/server/queries.ts';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { HOUR, WEEK } from '#platform/text/time-units.ts';
import { LINKS_CHECKED, LINKS_WALKED, lastTime, noteNow } from '../notes.ts';
import { type DueLink, dueLinks, putOff, saveCheck } from './link-queries.ts';
import { walkContent } from './walk-content.ts';

export interface LinkJobSetup {
  db: Db;
  publicUrl: () => string;
  /** Asks one address. */
  tryLink?: typeof tryLink;
  /** Time between two questions, in ms. */
  pause?: number;
}

/** Interval between rounds, in ms. The first begins one interval after the start. */
const INTERVAL = 60_000;
/** Links of one round, each at another host: a host is asked at most once a minute. */
const MAX_LINKS = 10;
/** Time between two questions, in ms. */
const PAUSE = 2_000;
/**
 * When all links are silent, and so many of them were not before, this server has no connection. Those that
 * were silent before say nothing about it: they are asked together, apart from the others.
 */
const NO_CONNECTION = 3;

/**
 * Asks the links of the content each week, one at a time, on one node, where their sites allow programs. Its
 * state is in the database, so that a restart goes on where it was.
 */
export class LinkJob extends RecurringJob {
  readonly #setup: LinkJobSetup;
  readonly #log: Log;
  readonly #robots = new Robots();

  constructor(setup: LinkJobSetup, log: Log) {
    super({
      interval: INTERVAL,
      log,
      failure: 'links of the content could not be checked',
      // Shorter than the interval, so that a single node gets the lease each time.
      run: () => withLease(setup.db, 'links', 0.9 * INTERVAL, (signal) => this.checkDue(signal)),
    });
    this.#setup = setup;
    this.#log = log;
  }

  /**
   * Walks through the content if that is due, then asks some links. For one node, which has the lease. A stop
   * gives up the question that is open.
   */
  async checkDue(signal: AbortSignal = this.stopping): Promise<void> {
    const { db, publicUrl } = this.#setup;
    if ((await settingByKey(db, 'content.link-checks'))?.value === 'off') return;
    const ends = AbortSignal.any([signal, this.stopping]);
    if (((await lastTime(db, LINKS_WALKED)) ?? 0) <= Date.now() - WEEK) {
      await walkContent(db, new URL(publicUrl()).host, ends);
      if (ends.aborted) return;
      await noteNow(db, LINKS_WALKED);
    }
    await this.#ask(await dueLinks(db, MAX_LINKS), ends);
  }

  async #ask(links: readonly DueLink[], ends: AbortSignal): Promise<void> {
    const { db, publicUrl, tryLink: ask = tryLink, pause = PAUSE } = this.#setup;
    const asked: { link: DueLink; state: LinkState }[] = [];
    for (const link of links) {
      if (asked.length > 0) await sleep(pause, undefined, { signal: ends }).catch(() => {});
      if (ends.aborted) break;
      const state = await ask(link.url, { asker: publicUrl(), signal: ends, robots: this.#robots });
      // A question that was broken off says nothing about its link.
      if (!ends.aborted) asked.push({ link, state });
    }
    if (asked.length === 0) return;
    const fresh = asked.filter(({ link }) => link.failures === 0);
    if (fresh.length >= NO_CONNECTION && asked.every(({ state }) => state === 'silent')) {
      this.#log.warn({ links: asked.length }, 'no link answers: is this server connected?');
      await putOff(
        db,
        asked.map(({ link }) => link),
        Date.now() + HOUR,
      );
      return;
    }
    for (const { link, state } of asked) await saveCheck(db, link, state);
    await noteNow(db, LINKS_CHECKED);
  }
}
