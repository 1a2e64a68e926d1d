import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';

/** Runs a prepared query with values for its placeholders and returns its first row. Throws when it fails. */
export type SyncResult<Row> = (...values: SQLInputValue[]) => Row | undefined;

/**
 * A second, read-only connection. It reads committed rows and never waits for a transaction. Opened at its
 * first use.
 */
export class SqliteReader {
  readonly #file: string;
  #db: DatabaseSync | undefined;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Prepares a query of one row for frequent use. */
  prepare = <Row>({ sql }: Pick<CompiledQuery<Row>, 'sql'>): SyncResult<Row> => {
    let statement: StatementSync | undefined;
    return (...values) => {
      statement ??= this.#open().prepare(sql);
      return statement.get(...values) as Row | undefined;
    };
  };

  close(): void {
    this.#closed = true;
    this.#db?.close();
  }

  #open(): DatabaseSync {
    if (this.#closed) throw new Error('The database is closed.');
    this.#db ??= new DatabaseSync(this.#file, { readOnly: true });
    return this.#db;
  }
}
