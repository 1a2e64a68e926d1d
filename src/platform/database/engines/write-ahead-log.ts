import { type FileHandle, open } from 'node:fs/promises';

/**
 * Flushes the write-ahead log of an SQLite file, so that what was committed survives a power cut. SQLite
 * would do the same within the commit, but block the process meanwhile: milliseconds in which nobody is
 * answered.
 */
export class WriteAheadLog {
  readonly #file: string;
  #handle: Promise<FileHandle> | undefined;

  constructor(databaseFile: string) {
    this.#file = `${databaseFile}-wal`;
  }

  /** Resolves when all that was committed before is on the disk. Throws when it may not be. */
  async flush(): Promise<void> {
    this.#handle ??= open(this.#file, 'r+').catch((error) => {
      // The next flush tries again.
      this.#handle = undefined;
      throw error;
    });
    await (await this.#handle).datasync();
  }

  close(): void {
    this.#handle?.then((handle) => handle.close()).catch(() => {});
  }
}
