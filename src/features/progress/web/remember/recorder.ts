import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { countUse } from '#features/analytics/web/count-use.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { Progress } from '../../contract/schemas.ts';
import { type ReportInWave, summarize } from '../../shared/summarize.ts';
import { markBegun } from './begun.ts';
import { localReports } from './local-progress.ts';
import { noteSeen } from './marks.ts';
import { sendLocal } from './send-local.ts';
import { progressKey } from './use-progress.ts';

/** Share of its length at which a lesson counts as seen. */
const SEEN_SHARE = 0.9;
/** Share of its length at which a lesson counts as half seen. */
const HALF_SHARE = 0.5;
/** Seconds. An earlier stop is not continued. */
const BEGUN = 3;
/**
 * Milliseconds between two reports of a playing lesson. The first one is sent, which also fetches the token
 * for the one at the page's end. The others stay in the browser.
 */
const INTERVAL = 5_000;

/** The droplet, and the items around it. */
export type LessonIds = Pick<ReportInWave, 'dropletId' | 'waveId' | 'oceanId' | 'total'>;

/** State of a player for the recorder. Times in seconds; a duration of 0 is unknown. */
export interface Moment {
  phase: 'idle' | 'playing' | 'paused' | 'ended' | 'failed';
  time: number;
  duration: number;
}

/**
 * Records the reader's progress in one lesson, and counts the lesson as opened. Loads at the reader's first
 * action, so crawlers are not counted. Stores every report in the browser first, and sends it to a member's
 * account at the beginning, a pause, the end and the page's end, so that a crash loses a few seconds.
 */
export class Recorder {
  readonly #api: Api;
  readonly #queries: QueryClient;
  readonly #lesson: LessonIds;
  #phase: Moment['phase'] = 'idle';
  #position = 0;
  #furthest = 0;
  #seenAt: number | null = null;
  #storedAt = 0;
  #changed = false;

  constructor(api: Api, queries: QueryClient, lesson: LessonIds) {
    this.#api = api;
    this.#queries = queries;
    this.#lesson = lesson;
    countUse('opened', 'droplet', lesson.dropletId);
  }

  /** Reads the player's state. Call it at every change. */
  update({ phase, time, duration }: Moment): void {
    const left = this.#phase === 'playing' && phase !== 'playing';
    this.#phase = phase;
    if (phase === 'idle' || phase === 'failed') return;
    const position = Math.round(time * 1000);
    this.#changed ||= position !== this.#position;
    this.#position = position;
    this.#furthest = Math.max(this.#furthest, position);
    const newlySeen =
      this.#seenAt === null && (phase === 'ended' || (duration > 0 && time / duration >= SEEN_SHARE));
    const { dropletId } = this.#lesson;
    if (phase === 'ended' || (duration > 0 && time / duration >= HALF_SHARE))
      countUse('half', 'droplet', dropletId);
    if (newlySeen) {
      countUse('finished', 'droplet', dropletId);
      this.#seenAt = Date.now();
      noteSeen(this.#queries, this.#userId(), dropletId);
    }
    if (newlySeen || left) this.report();
    else if (phase === 'playing' && Date.now() - this.#storedAt >= INTERVAL) {
      const isFirst = this.#storedAt === 0;
      this.#store();
      if (isFirst && this.#storedAt > 0) this.#send();
    }
  }

  /**
   * Stores the last state, and sends everything that waits, which may include a state stored a moment ago.
   * `isLeft`: the page may end now.
   */
  report(isLeft?: boolean): void {
    this.#store();
    this.#send(isLeft);
  }

  #send(isLeft?: boolean): void {
    const userId = this.#userId();
    if (typeof userId === 'number') void sendLocal(this.#api, userId, isLeft);
  }

  #store(): void {
    const userId = this.#userId();
    if (userId === undefined || !this.#changed || !this.#remembers(userId)) return;
    if (this.#furthest < BEGUN * 1000 && this.#seenAt === null) return;
    const report: ReportInWave = {
      ...this.#lesson,
      position: this.#position,
      furthest: this.#furthest,
      seenAt: this.#seenAt,
      at: Date.now(),
    };
    this.#changed = false;
    this.#storedAt = report.at;
    localReports.store({ ...report, userId: userId ?? undefined });
    markBegun('open');
    this.#queries.setQueryData<Progress>(
      progressKey(userId),
      (before) => before && { ...before, ...summarize([report], before) },
    );
  }

  /** Null for a visitor, undefined while unknown. */
  #userId(): number | null | undefined {
    const user = this.#queries.getQueryData(userQuery(this.#api).queryKey);
    return user === null ? null : user?.id;
  }

  #remembers(userId: number | null): boolean {
    return this.#queries.getQueryData<Progress>(progressKey(userId))?.remembers !== false;
  }
}
