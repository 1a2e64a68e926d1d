import type { Readable } from 'node:stream';
import type { ByteRange } from '#platform/text/byte-range.ts';
import { HOUR } from '#platform/text/time-units.ts';

/** A file of an upload, with the name in its row. */
export interface StoredFile {
  name: string;
  contentType: string;
  bytes: number;
}

/** A file to send. `isOpen`: everybody may fetch it. */
export interface SentFile extends StoredFile {
  isOpen: boolean;
}

/** Ways for another server to send a file to a browser. */
export type HandOver =
  /** Internal address at the proxy in front, which sends the file (`X-Accel-Redirect`). */
  | { accelPath: string }
  /** Signed address at the store, to which a player is redirected. Everybody can use it until it expires. */
  | { signedUrl: string };

/** Storage of uploaded files. A name always has the same content. */
export interface Store {
  /** Moves a local file into the store: completely when this resolves, and not at all when it throws. */
  put(name: string, file: string, contentType: string): Promise<void>;
  /** Reads a file or a range of it; null when it does not exist. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /**
   * Hands a file over to another server, after the reader's rights are checked; null or absent: this program
   * sends it. `isOpen`: everybody may fetch the file.
   */
  handOver?(file: SentFile): Promise<HandOver | null>;
  /**
   * Signs an address at which a browser may store a file of exactly this size under this name, as {@link
   * ORIGINAL_TYPE}, for {@link DIRECT_LIFETIME}. Absent: browsers send files to the program.
   */
  signPut?(name: string, bytes: number): Promise<string>;
  /** Returns the size in bytes; null when the file does not exist. */
  size(name: string): Promise<number | null>;
  /** Deletes a file, if it exists. */
  remove(name: string): Promise<void>;
}

/** Content type of originals, which are never served. */
export const ORIGINAL_TYPE = 'application/octet-stream';

/** Time in ms within which a browser must begin to store a part. */
export const DIRECT_LIFETIME = HOUR;

/** The store is unavailable. The message is for the log. */
export class StoreError extends Error {}

/** A store, and a local folder for incoming files. */
export interface UploadSpace {
  store: Store;
  incoming: string;
  /** Origin of the store from which players fetch films; undefined: the site's own. */
  mediaOrigin?: string | undefined;
  /** Address in the store at which editors' browsers store parts; undefined: direct uploads are off. */
  directAddress?: string | undefined;
  /** Returns the free bytes on the disk of `incoming`. */
  freeBytes(): Promise<number>;
  /** Copies of an arriving file on that disk: 2 where the disk holds its parts besides the complete file. */
  copies: 1 | 2;
}
