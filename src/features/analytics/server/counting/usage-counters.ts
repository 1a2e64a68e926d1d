import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { Log } from '#platform/http/observe/log.ts';
import type { Tier } from '#platform/http/serve/reader.ts';
import { dayOf } from '../../shared/usage-days.ts';
import {
  type Counts,
  type HostCount,
  type ItemCount,
  OTHER_HOST,
  type SearchCount,
  storeCounts,
} from './store-counts.ts';
import { OutcomeUnknown, wasCommitted } from './transaction-outcome.ts';

type CountedItem = Pick<ItemCount, 'event' | 'item_type' | 'item_id'>;

/**
 * Time between two writes of a node, in ms: the maximum loss when it is killed, besides a write in progress.
 */
const WRITE_EVERY = 1_000;
/**
 * Maximum hosts, and searches, that wait for a write. Only while the database is unavailable are there more.
 */
const MAX_WAITING = 1_000;

/**
 * Tells whether a request is counted. Excludes administrators, editors, and browsers that ask not to be
 * tracked (DNT; Global Privacy Control, `Sec-GPC`).
 */
export const isCounted = (tier: Tier, headers: IncomingHttpHeaders): boolean =>
  tier !== 'admin' && tier !== 'editor' && headers.dnt !== '1' && headers['sec-gpc'] !== '1';

/**
 * Counts in memory, and writes once a second in one transaction. A failed write is repeated with the next
 * one, unless the database confirms that it was committed. Contains no persons, so nobody can be identified.
 */
export class UsageCounters {
  readonly #db: Db;
  readonly #log: Log;
  readonly #today: () => number;
  #items = new Map<string, ItemCount>();
  #hosts = new Map<string, HostCount>();
  #searches = new Map<string, SearchCount>();
  /** A write with a lost response. Later counts wait until the database reveals its outcome. */
  #unknown: { counts: Counts; outcome: OutcomeUnknown } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #stopped = false;
  /** Number of writes of counts. */
  writes = 0;

  constructor(db: Db, log: Log, today = () => dayOf(Date.now())) {
    this.#db = db;
    this.#log = log;
    this.#today = today;
  }

  /** Counts one use of an item. */
  countItem({ event, item_type, item_id }: CountedItem): void {
    this.#addItem({ day: this.#today(), event, item_type, item_id, n: 1 });
    this.#writeSoon();
  }

  /** Counts a visit that came from a host. Empty: the browser sent none. */
  countVisit(host: string): void {
    this.#addHost({ day: this.#today(), host, n: 1 });
    this.#writeSoon();
  }

  /** Counts a search without results. */
  countSearch(words: string): void {
    this.#addSearch({ day: this.#today(), words, n: 1 });
    this.#writeSoon();
  }

  /** Writes the remaining counts. Must be called after the last request. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #writeSoon(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#writing = this.#write().finally(() => {
        this.#timer = undefined;
        if (this.#unknown || this.#items.size + this.#hosts.size + this.#searches.size > 0) this.#writeSoon();
      });
    }, WRITE_EVERY).unref();
  }

  async #write(): Promise<void> {
    if (!(await this.#isSettled().catch(this.#report))) return;
    const counts = this.#take();
    if (counts.items.length + counts.hosts.length + counts.searches.length === 0) return;
    try {
      await storeCounts(this.#db, counts);
      this.writes += 1;
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.#unknown = { counts, outcome: error };
      else this.#putBack(counts);
      this.#report(error);
    }
  }

  /** Finds out whether a write with a lost response was committed. Returns false while that is unknown. */
  async #isSettled(): Promise<boolean> {
    if (!this.#unknown) return true;
    const { counts, outcome } = this.#unknown;
    const isStored = await wasCommitted(this.#db, outcome);
    if (isStored === undefined) return false;
    this.#unknown = undefined;
    if (isStored) this.writes += 1;
    else this.#putBack(counts);
    return true;
  }

  #report = (error: unknown): false => {
    // The database's unavailability is logged elsewhere.
    if (!((error instanceof OutcomeUnknown ? error.cause : error) instanceof DatabaseUnavailable))
      this.#log.warn({ err: error }, 'counts of use could not be stored');
    return false;
  };

  #putBack({ items, hosts, searches }: Counts): void {
    for (const row of items) this.#addItem(row);
    for (const row of hosts) this.#addHost(row);
    for (const row of searches) this.#addSearch(row);
  }

  #take(): Counts {
    const counts = {
      items: [...this.#items.values()],
      hosts: [...this.#hosts.values()],
      searches: [...this.#searches.values()],
    };
    this.#items = new Map();
    this.#hosts = new Map();
    this.#searches = new Map();
    return counts;
  }

  #addItem(row: ItemCount): void {
    const key = `${row.day} ${row.event} ${row.item_type} ${row.item_id}`;
    const waiting = this.#items.get(key);
    if (waiting) waiting.n += row.n;
    else this.#items.set(key, { ...row });
  }

  #addHost(row: HostCount): void {
    const isOne = this.#hosts.size < MAX_WAITING || this.#hosts.has(`${row.day} ${row.host}`);
    const host = isOne || row.host === '' ? row.host : OTHER_HOST;
    const waiting = this.#hosts.get(`${row.day} ${host}`);
    if (waiting) waiting.n += row.n;
    else this.#hosts.set(`${row.day} ${host}`, { ...row, host });
  }

  #addSearch(row: SearchCount): void {
    const key = `${row.day} ${row.words}`;
    const waiting = this.#searches.get(key);
    if (waiting) waiting.n += row.n;
    else if (this.#searches.size < MAX_WAITING) this.#searches.set(key, { ...row });
  }
}
