import type { SqliteReader, SyncResult } from '../engines/sqlite-reader.ts';
import type { CatalogueVersion } from './catalogue-version.ts';

/**
 * Maximum age of the version, in ms. Other processes may increase it, and reading the row costs a tenth of
 * the time of a cached request.
 */
const MAX_AGE = 20;

/** Reads the version on the connection that never waits. */
export class SqliteVersion implements CatalogueVersion {
  readonly #row: SyncResult<{ version: number }>;
  #version: number | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(reader: SqliteReader) {
    this.#row = reader.prepare({ sql: 'select version from catalogue_version where id = 1' });
  }

  current(): number | undefined {
    const now = performance.now();
    if (now - this.#readAt < MAX_AGE) return this.#version;
    this.#version = this.#read();
    this.#readAt = now;
    return this.#version;
  }

  invalidate(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.invalidate();
  }

  #read(): number | undefined {
    if (this.#closed) return undefined;
    try {
      return this.#row()?.version;
    } catch {
      return undefined;
    }
  }
}
