import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { DISK_RESERVE } from '#platform/http/serve/spool.ts';
import { instant } from '#platform/text/instants.ts';
import { UPLOAD_KINDS, type UploadKind } from '../../shared/upload-kinds.ts';
import { isFull, storageFull } from '../receive-file.ts';
import { refuseSize } from '../refuse-file.ts';
import type { UploadSpace } from '../store.ts';
import { appendParts, PartConflict, removeResumable } from './parts.ts';
import { findResumable, insertResumable, KEPT_FOR, unfinishedTotals } from './resumable-queries.ts';

/** Limits of the whole site's unfinished uploads: their number, and their total bytes. */
export interface ResumableLimits {
  uploads: number;
  bytes: number;
}
export const LIMITS: ResumableLimits = { uploads: 200, bytes: 20 * 1024 ** 3 };

/** Characters of the metadata as JSON. */
const MAX_METADATA_LENGTH = 2000;

/**
 * Stores uploads of the tus protocol for one request: rows in the database, and parts in the store that all
 * nodes share. Any node can continue an upload of another node.
 */
export class PartsStore extends DataStore {
  readonly #db: Db;
  readonly #space: UploadSpace;
  readonly #userId: number;
  readonly #kind: UploadKind | undefined;
  readonly #limits: ResumableLimits;

  /** `kind`: kind of the upload to create. */
  constructor(its: {
    db: Db;
    space: UploadSpace;
    userId: number;
    kind: UploadKind | undefined;
    limits: ResumableLimits;
  }) {
    super();
    this.#db = its.db;
    this.#space = its.space;
    this.#userId = its.userId;
    this.#kind = its.kind;
    this.#limits = its.limits;
    this.extensions = ['creation', 'termination', 'expiration'];
  }

  override getExpiration = (): number => KEPT_FOR;

  override async create(upload: Upload): Promise<Upload> {
    const kind = this.#kind;
    const bytes = upload.size ?? 0;
    if (!kind) throw new HttpError('malformed-request', 'The upload has no kind.');
    if (bytes > UPLOAD_KINDS[kind].maxBytes) throw refuseSize(kind);
    const metadata = upload.metadata ?? {};
    if (JSON.stringify(metadata).length > MAX_METADATA_LENGTH)
      throw new HttpError('malformed-request', 'Upload-Metadata is too long.');
    await this.#assertRoom(bytes);
    await insertResumable(this.#db, { token: upload.id, kind, bytes, metadata, userId: this.#userId });
    return upload;
  }

  /** Throws 409 when there are too many unfinished uploads, and 507 when they do not fit on the disk. */
  async #assertRoom(bytes: number): Promise<void> {
    const unfinished = await unfinishedTotals(this.#db);
    if (unfinished.count >= this.#limits.uploads || unfinished.bytes + bytes > this.#limits.bytes)
      throw new HttpError(
        'too-many-uploads',
        'Too many uploads are unfinished. Finish or cancel some of them, then choose this file again.',
      );
    const { copies } = this.#space;
    if ((await this.#space.freeBytes()) < copies * bytes + unfinished.missing + DISK_RESERVE)
      throw storageFull();
  }

  override async getUpload(token: string): Promise<Upload> {
    const row = await findResumable(this.#db, token, this.#userId);
    if (!row || row.problem !== null) throw expired();
    return new Upload({
      id: token,
      size: row.bytes,
      offset: row.received,
      metadata: JSON.parse(row.metadata) as Record<string, string | null>,
      // The tus library computes the expiration from this date.
      creation_date: instant(row.active_at),
    });
  }

  override async write(stream: Readable, token: string, offset: number): Promise<number> {
    try {
      return await appendParts(this.#db, this.#space, token, offset, stream);
    } catch (error) {
      if (error instanceof PartConflict) throw partConflict();
      if (!isFull(error)) throw error;
      await removeResumable(this.#db, this.#space, token);
      throw storageFull();
    }
  }

  override async remove(token: string): Promise<void> {
    if (!(await findResumable(this.#db, token, this.#userId))) throw expired();
    await removeResumable(this.#db, this.#space, token);
  }
}

export const expired = () =>
  new HttpError('upload-expired', 'This upload has expired or was canceled. Choose the file again.');

export const partConflict = () =>
  new HttpError('wrong-offset', 'This part is there already, or the upload was canceled.');
