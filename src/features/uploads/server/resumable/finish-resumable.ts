import type { FastifyBaseLogger } from 'fastify';
import { withLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Upload } from '../../contract/schemas.ts';
import { UPLOADS_PREFIX } from '../../shared/upload-address.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';
import { jobOf } from '../jobs/job-queries.ts';
import { findUpload, toUpload } from '../queries.ts';
import { isFull, storageFull, toOriginalName } from '../receive-file.ts';
import { refuseFile } from '../refuse-file.ts';
import { explainStore, storeReceived, type UploadSetup } from '../store-received.ts';
import { joinParts, removeParts, removeResumable } from './parts.ts';
import { expired } from './parts-store.ts';
import { endResumable, findResumable, KEPT_FOR, type ResumableRow } from './resumable-queries.ts';

/** Time in ms after which another node may take over a file whose node died. */
const LEASE = 15_000;
/** Prefix of these leases' names. */
export const LEASE_NAME = 'resumable ';

interface Finished {
  upload: Upload;
  isNew: boolean;
}

/**
 * Makes an upload of a file whose parts have all arrived. A second call returns the same upload, so a lost
 * response does no harm. Throws 409 while parts are missing or another call runs, 410 when the file was
 * deleted, and 400 when it cannot be used.
 */
export async function finishResumable(
  setup: UploadSetup,
  log: FastifyBaseLogger,
  token: string,
  userId: number,
): Promise<Finished> {
  const { db } = setup;
  const row = await findResumable(db, token, userId);
  if (!row || row.active_at < Date.now() - KEPT_FOR) throw expired();
  if (row.received < row.bytes)
    throw new HttpError('upload-incomplete', 'A part of this file is missing. Please try again.');
  const name = LEASE_NAME + token;
  const finished = await withLease(db, name, LEASE, async () => {
    try {
      // Another call may have finished before this one got the lease.
      const present = await findResumable(db, token, userId);
      if (!present) throw expired();
      return (await endOf(db, present)) ?? (await finish(setup, log, present, userId));
    } finally {
      await db.deleteFrom('leases').where('name', '=', name).execute();
    }
  });
  if (finished) return finished;
  throw new HttpError('upload-busy', 'This file is being checked. Please wait a moment.', {
    retryAfter: 2,
  });
}

/** Returns the outcome of an upload; undefined before there is one. Throws when it was refused. */
async function endOf(db: Db, row: ResumableRow): Promise<Finished | undefined> {
  if (row.problem !== null) throw refuseFile(row.problem);
  if (row.upload_name === null) return undefined;
  const upload = await findUpload(db, row.upload_name);
  if (!upload) throw expired();
  return { upload: toUpload(upload, await jobOf(db, upload.name)), isNew: false };
}

async function finish(
  setup: UploadSetup,
  log: FastifyBaseLogger,
  row: ResumableRow,
  userId: number,
): Promise<Finished> {
  const { db, space } = setup;
  const { token, bytes } = row;
  const originalName = toOriginalName(metadataOf(row).filename);
  try {
    const received = await joinParts(db, space, token, { bytes, originalName });
    if (!received) {
      // A node that paused for longer than its lease finds the other node's result.
      const present = await findResumable(db, token, userId);
      const ended = present && (await endOf(db, present));
      if (ended) return ended;
      await removeResumable(db, space, token);
      throw expired();
    }
    const done = await storeReceived(setup, log, row.kind as UploadKind, received, row.created_by);
    await endResumable(db, token, { upload_name: done.upload.url.slice(UPLOADS_PREFIX.length) });
    await removeParts(db, space, token);
    return done;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'file-refused') {
      await endResumable(db, token, { problem: error.message });
      await removeParts(db, space, token);
    }
    if (!isFull(error)) throw explainStore(error, log);
    await removeResumable(db, space, token);
    throw storageFull();
  }
}

/** Parses the file's name and time, as the browser sent them. */
export const metadataOf = ({ metadata }: Pick<ResumableRow, 'metadata'>) =>
  JSON.parse(metadata) as Record<string, string | null>;
