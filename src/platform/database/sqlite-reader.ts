import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';

/** Answers a question that was put together before, with the values for its placeholders: at once, or it throws. */
export type AskNow<Row> = (...values: SQLInputValue[]) => Row | undefined;

/**
 * A connection that only reads: it sees what is committed, also while a transaction is open on the other one, and waits
 * for nobody. Opened when it is first asked.
 */
export class SqliteReader {
  readonly #file: string;
  #db: DatabaseSync | undefined;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** For a question about one row, which is asked often. */
  asker = <Row>({ sql }: Pick<CompiledQuery<Row>, 'sql'>): AskNow<Row> => {
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
