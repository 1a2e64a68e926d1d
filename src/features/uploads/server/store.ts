import type { Readable } from 'node:stream';
import type { ByteRange } from '#platform/text/byte-range.ts';

/** Storage of uploaded files. The content of a name never changes. */
export interface Store {
  /** Moves a local file into the store: completely when this resolves, not at all when it throws. */
  put(name: string, file: string, contentType: string): Promise<void>;
  /** Reads a file or a range of it; null when it does not exist. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /** Returns the size in bytes; null when the file does not exist. */
  size(name: string): Promise<number | null>;
  /** Deletes a file, if it exists. */
  remove(name: string): Promise<void>;
}

/** Content type of originals, which are never served. */
export const ORIGINAL_TYPE = 'application/octet-stream';

/** The store is unavailable. The message is for the log. */
export class StoreError extends Error {}

/** A store, and a local folder for incoming files. */
export interface UploadSpace {
  store: Store;
  incoming: string;
  /** Bytes that are free on the disk of `incoming`. */
  freeBytes(): Promise<number>;
  /** How often a file that arrives in parts is on that disk at once: in parts, and complete. */
  copies: 1 | 2;
}
