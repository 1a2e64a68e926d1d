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
  /** Requests one address. */
  tryLink?: typeof tryLink;
  /** Time between two requests, in ms. */
  pause?: number;
}

/** Interval between rounds, in ms. The first one runs one interval after the start. */
const INTERVAL = 60_000;
/** Maximum links per round, each at another host, so that a host gets at most one request a minute. */
const MAX_LINKS = 10;
/** Time between two requests, in ms. */
const PAUSE = 2_000;
/**
 * Number of newly silent links from which a round with only silent links means that this server is offline.
 * Links that were silent before give no evidence, so they are requested separately.
 */
const NO_CONNECTION = 3;

/**
 * Checks the links of the content weekly, one at a time, on one node, where sites allow programs. Its state
 * is in the database, so that it continues after a restart.
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
      // The lease is shorter than the interval, so that one node gets it in each round.
      run: () => withLease(setup.db, 'links', 0.9 * INTERVAL, (signal) => this.checkDue(signal)),
    });
    this.#setup = setup;
    this.#log = log;
  }

  /**
   * Walks through the content when due, then checks some links. Only the node with the lease may call it. A
   * stop aborts the open request.
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
      // An aborted request gives no result for its link.
      if (!ends.aborted) asked.push({ link, state });
    }
    if (asked.length === 0) return;
    const fresh = asked.filter(({ link }) => link.failures === 0);
    if (fresh.length >= NO_CONNECTION && asked.every(({ state }) => state === 'silent')) {
      this.#log.warn(
        { links: asked.length },
        'no link responds; check the network connection of this server',
      );
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
