import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../open.ts';
import { MAX_LAG, type ReadNeeds } from './read-needs.ts';

/**
 * Interval of checks of the replica, in ms. After another node's write reads avoid it until the next check.
 */
const HEARTBEAT = 250;
/** Timeout of a check, in ms, and maximum age of the last one while the replica serves. */
const SILENCE = 1_000;
/** Maximum samples of the primary's position. The oldest one determines the replica's lag. */
const MAX_SAMPLES = 100;

interface Look {
  standby: boolean;
  position: string | null;
  version: number;
}

/** Reason why the replica serves nothing; null when it serves. */
export type ReplicaTrouble = 'away' | 'behind' | 'not a replica';

export interface ReplicaSetup {
  url: string;
  primary: Db;
  /** Called when the replica starts or stops serving. */
  onChange(trouble: ReplicaTrouble | null, error?: unknown): void;
}

/**
 * Tracks the replica's progress: position in the primary's log and version of the catalogue, both at most
 * `SILENCE` old. Later reads on the same server see at least that state.
 */
export class ReplicaWatch {
  /** Numbers of reads by server, among those that may be old. */
  readonly reads = { replica: 0, primary: 0 };
  readonly #setup: ReplicaSetup;
  readonly #stop = new AbortController();
  readonly #over: Promise<void>;
  #client: pg.Client | undefined;
  #position = -1;
  #version = -1;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** Positions of the primary that the replica has not reached, oldest first, with their read times. */
  #ahead: { position: number; at: number }[] = [];
  #sampling: Promise<void> | undefined;
  /** Identifier of the primary's data, which its replicas share. */
  #primaryId: string | undefined;
  #reported: ReplicaTrouble | null | undefined;

  constructor(setup: ReplicaSetup) {
    this.#setup = setup;
    this.#over = this.#run();
  }

  /** Tells whether the replica is recent enough for a read. */
  serves({ version, writtenAt = 0 }: ReadNeeds): boolean {
    return (
      this.#version >= version &&
      this.#position >= writtenAt &&
      performance.now() - this.#heardAt < SILENCE &&
      this.lag < MAX_LAG
    );
  }

  /** Lag of the replica, in ms. */
  get lag(): number {
    const [oldest] = this.#ahead;
    return oldest ? performance.now() - oldest.at : 0;
  }

  get isServing(): boolean {
    return this.#reported === null;
  }

  /** Marks the replica as failed. It serves nothing until the next successful check. */
  lost(): void {
    this.#heardAt = Number.NEGATIVE_INFINITY;
  }

  /** Reads the position after all commits in the primary's log. Throws `DatabaseUnavailable`. */
  async writtenPosition(): Promise<number> {
    const { rows } = await sql<{ position: string }>`
      select pg_current_wal_insert_lsn()::text as position`.execute(this.#setup.primary);
    return toPosition(rows[0]?.position);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#over;
    await this.#client?.end().catch(() => {});
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#look();
        this.#report(this.lag < MAX_LAG ? null : 'behind');
      } catch (error) {
        this.lost();
        const client = this.#client;
        this.#client = undefined;
        client?.end().catch(() => {});
        if (!signal.aborted) this.#report(error instanceof NotAReplica ? 'not a replica' : 'away', error);
      }
      await sleep(HEARTBEAT, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    // Without its primary the replica continues, because no newer rows can be read. So nothing waits for a
    // silent primary.
    this.#sampling ??= this.#sample().finally(() => {
      this.#sampling = undefined;
    });
    this.#client ??= await this.#connect();
    const { rows } = await this.#client.query<Look>(
      `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position,
        (select version from catalogue_version where id = 1) as version`,
    );
    const [look] = rows;
    // A promoted replica diverges from the primary.
    if (!look?.standby) throw new NotAReplica('The replica takes writes of its own.');
    this.#position = toPosition(look.position);
    this.#version = look.version;
    this.#ahead = this.#ahead.filter(({ position }) => position > this.#position);
    this.#heardAt = performance.now();
  }

  async #sample(): Promise<void> {
    const at = performance.now();
    const position = await this.writtenPosition().catch(() => -1);
    if (position > this.#position && this.#ahead.length < MAX_SAMPLES) this.#ahead.push({ position, at });
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#setup.url,
      application_name: 'stillwater-replica-watch',
      connectionTimeoutMillis: SILENCE,
      query_timeout: SILENCE,
      keepAlive: true,
    });
    // The next check detects a lost connection.
    client.on('error', () => {});
    await client.connect();
    const identify = `select system_identifier::text as id from pg_control_system()`;
    const { rows } = await client.query<{ id: string }>(identify);
    this.#primaryId ??= await sql<{ id: string }>`${sql.raw(identify)}`.execute(this.#setup.primary).then(
      (own) => own.rows[0]?.id,
      () => undefined,
    );
    if (this.#primaryId !== undefined && this.#primaryId !== rows[0]?.id) {
      await client.end();
      throw new NotAReplica('DATABASE_REPLICA_URL is no copy of the server of DATABASE_URL.');
    }
    return client;
  }

  #report(trouble: ReplicaTrouble | null, error?: unknown): void {
    if (trouble === this.#reported) return;
    this.#reported = trouble;
    this.#setup.onChange(trouble, error);
  }
}

class NotAReplica extends Error {}

/** Parses a position in PostgreSQL's notation: `16/B374D848`. */
function toPosition(text: string | null | undefined): number {
  const [high = '0', low = '0'] = (text ?? '').split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}
