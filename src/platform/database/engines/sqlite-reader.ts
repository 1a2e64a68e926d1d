import { DatabaseSync, type StatementSync } from 'node:sqlite';
// Not the global function, which tests replace, because a turn must end.
import { setImmediate } from 'node:timers';
import type { CompiledQuery } from 'kysely';
import { toSqlite } from './sqlite.ts';

/** Runs a prepared query and returns its first row. `value` is for its placeholder. Throws when it fails. */
export type SyncResult<Row> = (value?: string) => Row | undefined;

/** Maximum cached rows per query of {@link SqliteReader.prepare}. */
const MAX_ROWS = 1_000;

/**
 * A second, read-only connection. It reads committed rows and never waits for a transaction. Opened on first
 * use. The queries of one turn of the event loop share a read transaction, because SQLite's locks take three
 * times as long as a row lookup. They see this process's own commits at once ({@link renew}), and other
 * commits in the next turn.
 */
export class SqliteReader {
  readonly #file: string;
  readonly #statements = new Map<string, StatementSync>();
  readonly #memos: Map<string, unknown>[] = [];
  /** SQLite's `data_version`. It changes with each commit of another connection; this one never commits. */
  #version: unknown;
  #db: DatabaseSync | undefined;
  #inTurn = false;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Prepares a frequent query of one row. Its result for a value is cached until the next commit. */
  prepare = <Row>({ sql }: Pick<CompiledQuery<Row>, 'sql'>): SyncResult<Row> => {
    const memo = new Map<string, Row>();
    this.#memos.push(memo);
    return (value) => {
      this.#beginTurn();
      const key = value ?? '';
      const known = memo.get(key);
      if (known !== undefined) return known;
      const [row] = this.rows<Row>(sql, value === undefined ? [] : [value]);
      // Not cached: callers can choose values without a row freely, and these would evict others.
      if (row === undefined) return undefined;
      if (memo.size >= MAX_ROWS) memo.clear();
      memo.set(key, row);
      return row;
    };
  };

  /** Runs a query whose text is prepared once. Throws when it fails. */
  rows<Row>(sql: string, values: readonly unknown[]): Row[] {
    this.#beginTurn();
    return this.#prepared(sql).all(...values.map(toSqlite)) as Row[];
  }

  /** Makes the next query see commits since the last one. */
  renew = (): void => {
    if (!this.#inTurn) return;
    this.#inTurn = false;
    try {
      if (this.#db?.isTransaction) this.#prepared('commit').run();
    } catch {
      // A new connection has no transaction that could block.
      this.#disconnect();
    }
  };

  close(): void {
    this.#closed = true;
    this.#disconnect();
  }

  #beginTurn(): void {
    if (this.#inTurn) return;
    this.#prepared('begin').run();
    this.#inTurn = true;
    setImmediate(this.renew);
    const version = this.#prepared('pragma data_version').get()?.data_version;
    if (version === this.#version) return;
    for (const memo of this.#memos) memo.clear();
    this.#version = version;
  }

  #disconnect(): void {
    this.#statements.clear();
    this.#version = undefined;
    this.#db?.close();
    this.#db = undefined;
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#open().prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #open(): DatabaseSync {
    if (this.#closed) throw new Error('The database is closed.');
    this.#db ??= new DatabaseSync(this.#file, { readOnly: true });
    return this.#db;
  }
}
