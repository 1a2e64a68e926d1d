import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { CatalogueVersion } from './catalogue-version.ts';

/**
 * Several processes may share the file, so the row is read again after this many ms: reading it for every request costs
 * system calls, which are a tenth of what such a request takes in all.
 */
const BELIEVED_FOR = 20;

/**
 * Reads the row on a connection of its own, which sees what is committed, also while a transaction is open on the other
 * one, and waits for nobody.
 */
export class SqliteVersion implements CatalogueVersion {
  readonly #file: string;
  #db: DatabaseSync | undefined;
  #row: StatementSync | undefined;
  #version: number | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(file: string) {
    this.#file = file;
  }

  current(): number | undefined {
    const now = performance.now();
    if (now - this.#readAt < BELIEVED_FOR) return this.#version;
    this.#version = this.#read();
    this.#readAt = now;
    return this.#version;
  }

  moved(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.moved();
    this.#db?.close();
  }

  #read(): number | undefined {
    if (this.#closed) return undefined;
    try {
      this.#db ??= new DatabaseSync(this.#file, { readOnly: true });
      this.#row ??= this.#db.prepare('select version from catalogue_version where id = 1');
      return (this.#row.get() as { version: number } | undefined)?.version;
    } catch {
      return undefined;
    }
  }
}
