import type { Readable } from 'node:stream';

/** From the first to the last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Where uploaded files are kept. Names are given once and their content never changes. */
export interface Store {
  /** Takes a finished file over under a name: there whole once this resolves, and not at all if it throws. */
  put(name: string, file: string, contentType: string): Promise<void>;
  /** The bytes, or a part of them; null when there is no such file. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /** In bytes; null when there is no such file. */
  size(name: string): Promise<number | null>;
  /** What is not there is no error. */
  remove(name: string): Promise<void>;
}

/** The store cannot do what it was asked for now; the reason is for the log. */
export class StoreError extends Error {}

/** A store, and a folder of this machine's for files on their way into it. */
export interface UploadSpace {
  store: Store;
  incoming: string;
}
