import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { whyUnavailable } from '../dialect.ts';
import { DatabaseUnavailable } from '../unavailable.ts';

/** Maximum wait for another writing process, in ms. */
const BUSY_TIMEOUT = 10_000;
/** Maximum pause between two attempts, in ms; about the duration of a commit. */
const BUSY_PAUSE = 8;
const MAX_STATEMENTS = 500;
const SQLITE_BUSY = 5;
/** Statements that never write. A missing match costs only an unnecessary flush. */
const READ = /^\s*(?:select|pragma|rollback)\b/i;

/**
 * Opens the embedded database for Kysely with WAL and foreign keys. An acknowledged write survives a power
 * cut. `onWrite` is called after each write outside a transaction, and each commit, before it returns. Throws
 * when the file is not a database or cannot be written.
 */
export function sqliteDialect(file: string, onWrite: () => void = () => {}): SqliteDialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true });
  // With a write-ahead log this program flushes after commits. Checkpoints always flush, so the file stays
  // consistent.
  const log = switchToWal(db) ? new WriteAheadLog(file) : undefined;
  db.exec(`pragma synchronous = ${log ? 'normal' : 'full'}; pragma temp_store = memory;`);
  // From here on retryWhileBusy waits, without blocking the process.
  db.exec('pragma busy_timeout = 0');
  const onCreateConnection = async (connection: DatabaseConnection) => {
    retryWhileBusy(connection);
    afterWrites(connection, db, async () => {
      onWrite();
      await log?.flush();
    });
  };
  return new TransactionalDialect({ database: new Adapter(db, log), onCreateConnection });
}

/**
 * Switches to WAL with retries, because SQLite ignores its timeout when several processes open a new file at
 * once. Returns false for a database that cannot have a write-ahead log: one in memory, or on some network
 * disks.
 */
function switchToWal(db: DatabaseSync): boolean {
  const until = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return db.prepare('pragma journal_mode = wal').get()?.journal_mode === 'wal';
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Like {@link sqliteDialect}, for a file that must not change, such as a backup. */
export function readOnlySqliteDialect(file: string): SqliteDialect {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, readOnly: true });
  return new TransactionalDialect({ database: new Adapter(db) });
}

/**
 * Dialect that tells Kysely's migrator about SQLite's transactional DDL. Without it, the migrator would use
 * no transaction.
 */
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

/** Retries while another process writes. Throws temporary failures as {@link DatabaseUnavailable}. */
function retryWhileBusy(connection: DatabaseConnection): void {
  const execute = connection.executeQuery;
  connection.executeQuery = async <R>(...args: Parameters<typeof execute>): Promise<QueryResult<R>> => {
    for (const until = performance.now() + BUSY_TIMEOUT; ; ) {
      try {
        return (await execute.apply(connection, args)) as QueryResult<R>;
      } catch (error) {
        const why = whyUnavailable(error);
        if (why === undefined) throw error;
        if (why !== 'busy' || performance.now() >= until) throw new DatabaseUnavailable(why, error);
        await sleep(Math.random() * BUSY_PAUSE);
      }
    }
  };
}

/** Delays the return of writes outside a transaction, and of commits, until `finish` is done. */
function afterWrites(connection: DatabaseConnection, db: DatabaseSync, finish: () => Promise<void>): void {
  const execute = connection.executeQuery;
  connection.executeQuery = async <R>(query: CompiledQuery, ...rest: unknown[]): Promise<QueryResult<R>> => {
    const result = (await execute.call(connection, query, ...(rest as []))) as QueryResult<R>;
    if (!db.isTransaction && !READ.test(query.sql)) await finish();
    return result;
  };
}

/**
 * Flushes the write-ahead log of an SQLite file, so that commits survive a power cut. SQLite itself would
 * flush within the commit, but block the process for milliseconds.
 */
class WriteAheadLog {
  readonly #file: string;
  #handle: Promise<FileHandle> | undefined;

  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`;
  }

  /** Resolves when all earlier commits are on disk. Throws when they may not be. */
  async flush(): Promise<void> {
    this.#handle ??= open(this.#file, 'r+').catch((error) => {
      // The next flush opens the file again.
      this.#handle = undefined;
      throw error;
    });
    await (await this.#handle).datasync();
  }

  close(): void {
    this.#handle?.then((handle) => handle.close()).catch(() => {});
  }
}

/** Kysely's driver interface over `node:sqlite`, with a cache of prepared statements. */
class Adapter implements SqliteDatabase {
  readonly #db: DatabaseSync;
  readonly #log: WriteAheadLog | undefined;
  readonly #statements = new Map<string, Statement>();

  constructor(db: DatabaseSync, log?: WriteAheadLog) {
    this.#db = db;
    this.#log = log;
  }

  prepare(sql: string): SqliteStatement {
    // After a failed COMMIT on a full disk there is nothing to roll back, and a failing ROLLBACK would hide
    // the cause.
    if (sql === 'rollback' && !this.#db.isTransaction) return NO_STATEMENT;
    // A transaction that reads and then writes fails when another process wrote in between. Taking the write
    // lock at the start waits instead.
    if (sql === 'begin') return new Statement(this.#db.prepare('begin immediate'));
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = new Statement(this.#db.prepare(sql));
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#log?.close();
    this.#db.close();
  }
}

const NO_STATEMENT: SqliteStatement = {
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

/** Converts a query's parameter. */
export function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value as SQLInputValue;
}
