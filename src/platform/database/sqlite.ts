import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { whyUnavailable } from './dialect.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a writer waits for another process (a worker, the seed) before it gives up, in ms. */
const BUSY_TIMEOUT = 10_000;
/** Between two tries, in ms, at most: a commit takes about that. */
const BUSY_PAUSE = 8;
const KEPT_STATEMENTS = 500;
const SQLITE_BUSY = 5;

/**
 * Opens the embedded database for Kysely: WAL, synchronous FULL (an acknowledged write survives a power cut),
 * foreign keys on. Throws when the file is not a database or cannot be written.
 */
export function sqliteDialect(file: string): SqliteDialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true });
  switchToWal(db);
  db.exec('pragma synchronous = full; pragma temp_store = memory;');
  // From here on it is waited for without holding up the whole process.
  db.exec('pragma busy_timeout = 0');
  const onCreateConnection = async (connection: DatabaseConnection) => waitForOthers(connection);
  return new TransactionalDialect({ database: new Adapter(db), onCreateConnection });
}

/** Processes that open a new file at once refuse one another this change without waiting, whatever the timeout. */
function switchToWal(db: DatabaseSync): void {
  const until = Date.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      db.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** The same for a file that only is looked at, such as a backup: not one byte of it changes. */
export function readOnlySqliteDialect(file: string): SqliteDialect {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true });
  return new TransactionalDialect({ database: new Adapter(db) });
}

/** SQLite does roll back changes of tables, which Kysely denies: without this its migrator uses no transaction. */
class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Tries again while another process writes, and explains what may pass (see {@link DatabaseUnavailable}). */
function waitForOthers(connection: DatabaseConnection): void {
  const execute = connection.executeQuery;
  connection.executeQuery = async <R>(...args: Parameters<typeof execute>): Promise<QueryResult<R>> => {
    for (const until = Date.now() + BUSY_TIMEOUT; ; ) {
      try {
        return (await execute.apply(connection, args)) as QueryResult<R>;
      } catch (error) {
        const why = whyUnavailable(error);
        if (why === undefined) throw error;
        if (why !== 'busy' || Date.now() >= until) throw new DatabaseUnavailable(why, error);
        await sleep(Math.random() * BUSY_PAUSE);
      }
    }
  };
}

/** What Kysely expects of a driver, over `node:sqlite`, with prepared statements kept. */
class Adapter implements SqliteDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  prepare(sql: string): SqliteStatement {
    // A COMMIT that found the disk full has rolled back already, and a second ROLLBACK would hide the reason.
    if (sql === 'rollback' && !this.#db.isTransaction) return NOTHING_TO_DO;
    // A transaction that reads first and then writes fails at once when another process wrote in between,
    // whatever the timeout; taking the write lock at the start waits instead.
    if (sql === 'begin') return new Statement(this.#db.prepare('begin immediate'));
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = new Statement(this.#db.prepare(sql));
      if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}

const NOTHING_TO_DO: SqliteStatement = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return this.#statement.all(...parameters.map(toSqlite));
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(toSqlite));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...parameters.map(toSqlite));
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}
