import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { Upload } from '../contract/schemas.ts';
import type { UploadKind } from '../shared/upload-kinds.ts';
import type { MediaPrograms } from './ffmpeg/programs.ts';
import { saveMedia } from './jobs/save-media.ts';
import { isFull, type ReceivedFile, storageFull } from './receive-file.ts';
import { saveUpload } from './save-upload.ts';
import { StoreError, type UploadSpace } from './store.ts';

/** Preparation of films and sounds. */
export interface MediaPreparation {
  programs: MediaPrograms;
  /** Starts a job now, without waiting for the next poll. */
  wake(): void;
}

export interface UploadSetup {
  db: Db;
  space: UploadSpace;
  media: MediaPreparation | undefined;
}

/**
 * Checks and stores a received file, from a form or in parts. Always deletes the received file. Throws 400
 * when the file cannot be used.
 */
export async function storeReceived(
  { db, space: { store }, media }: UploadSetup,
  log: FastifyBaseLogger,
  kind: UploadKind,
  received: ReceivedFile,
  userId: number | null,
): Promise<{ upload: Upload; isNew: boolean }> {
  try {
    return media && (kind === 'video' || kind === 'audio')
      ? await saveMedia({ db, store, ...media }, kind, received, userId)
      : await saveUpload(db, store, kind, received, userId);
  } catch (error) {
    throw explainStore(error, log);
  }
}

/** Turns an error of the store, or of a full disk, into a message for people. */
export function explainStore(error: unknown, log: FastifyBaseLogger): unknown {
  if (isFull(error)) return storageFull();
  if (!(error instanceof StoreError)) return error;
  log.error({ err: error }, 'the store of uploads failed');
  return new HttpError(
    'files-unavailable',
    'The file store is not responding. Please try again in a few minutes.',
  );
}
