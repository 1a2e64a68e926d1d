import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CatalogueVersion } from './catalogue-version.ts';

/**
 * Reads the row at each use, which takes about a microsecond, because several processes may share the file. On a
 * connection of its own: that one sees what is committed, also while a transaction is open on the other.
 */
export class SqliteVersion implements CatalogueVersion {
  readonly #file: string;
  #db: DatabaseSync | undefined;
  #row: StatementSync | undefined;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  current(): number | undefined {
    if (this.#closed) return undefined;
    try {
      this.#row ??= this.#prepare();
      return (this.#row.get() as { version: number } | undefined)?.version;
    } catch {
      return undefined;
    }
  }

  #prepare(): StatementSync {
    this.#db ??= new DatabaseSync(this.#file, { readOnly: true });
    return this.#db.prepare('select version from catalogue_version where id = 1');
  }

  moved(): void {}

  async close(): Promise<void> {
    this.#closed = true;
    this.#db?.close();
  }
}
