import type { CatalogueVersion } from './catalogue-version.ts';
import type { AskNow, SqliteReader } from './sqlite-reader.ts';

/**
 * Several processes may share the file, so the row is read again after this many ms: reading it for every request costs
 * system calls, which are a tenth of what such a request takes in all.
 */
const BELIEVED_FOR = 20;

/** Reads the row on the connection that waits for nobody. */
export class SqliteVersion implements CatalogueVersion {
  readonly #row: AskNow<{ version: number }>;
  #version: number | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(reader: SqliteReader) {
    this.#row = reader.asker({ sql: 'select version from catalogue_version where id = 1' });
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
