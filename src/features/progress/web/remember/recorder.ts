import type { QueryClient } from '@tanstack/react-query';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { countUse } from '#features/analytics/web/count-use.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { Progress } from '../../contract/schemas.ts';
import { type ReportInWave, summarizeOpen } from '../../shared/summarize.ts';
import { markBegun } from './begun.ts';
import { localReports } from './local-progress.ts';
import { noteSeen } from './marks.ts';
import { type Moment, PlayedTime } from './played-time.ts';
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

/**
 * Seconds played on this page, by reader and droplet. A reader who returns to a lesson has played them,
 * although their stop in the wave is in another lesson now.
 */
const playedHere = new Map<string, number>();

/** The droplet, and the items around it. */
export type LessonIds = Pick<ReportInWave, 'dropletId' | 'waveId' | 'oceanId' | 'total'>;

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
  #played: PlayedTime | undefined;
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
  update(moment: Moment): void {
    const { phase, time } = moment;
    const left = this.#phase === 'playing' && phase !== 'playing';
    this.#phase = phase;
    this.#played?.update(moment, performance.now());
    if (phase === 'idle' || phase === 'failed') return;
    if (!this.#played) {
      this.#played = new PlayedTime(this.#playedBefore());
      this.#played.update(moment, performance.now());
    }
    playedHere.set(this.#ofReader(), this.#played.seconds);
    const newlySeen = this.#seenAt === null && this.#played.hasReached(SEEN_SHARE, moment);
    const wasSkipped = phase === 'ended' && this.#seenAt === null && !newlySeen;
    const end = Math.round(time * 1000);
    // A lesson with a skipped middle begins again, because nothing is left after its end.
    const position = wasSkipped ? 0 : end;
    this.#changed ||= position !== this.#position;
    this.#position = position;
    this.#furthest = Math.max(this.#furthest, end);
    const { dropletId } = this.#lesson;
    if (this.#played.hasReached(HALF_SHARE, moment)) countUse('half', 'droplet', dropletId);
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
      (before) => before && { ...before, ...summarizeOpen(report, before) },
    );
  }

  #ofReader = () => `${this.#userId()} ${this.#lesson.dropletId}`;

  /** Returns the seconds played on this page, or else where the reader stopped before the lesson's end. */
  #playedBefore(): number {
    const here = playedHere.get(this.#ofReader());
    if (here !== undefined) return here;
    const userId = this.#userId();
    if (userId === undefined) return 0;
    const progress = this.#queries.getQueryData<Progress>(progressKey(userId));
    const stops = progress?.stops.filter(({ seen }) => !seen) ?? [];
    const reports = localReports.of(userId).filter(({ seenAt }) => seenAt === null);
    const { dropletId } = this.#lesson;
    const stop = [...stops, ...reports].find((one) => one.dropletId === dropletId);
    return (stop?.position ?? 0) / 1000;
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
