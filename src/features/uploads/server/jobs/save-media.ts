import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Db } from '#platform/database/open.ts';
import type { Upload } from '../../contract/schemas.ts';
import { filmName } from '../../shared/film-address.ts';
import { MAX_DURATION } from '../ffmpeg/arguments.ts';
import { type MediaPlan, planMedia } from '../ffmpeg/plan.ts';
import { type MediaFacts, probe } from '../ffmpeg/probe.ts';
import type { MediaPrograms } from '../ffmpeg/programs.ts';
import { ProgramFailed } from '../ffmpeg/run-program.ts';
import { refuseUnreadable } from '../inspect-file.ts';
import { readMp4Tracks } from '../mp4/mp4-tracks.ts';
import { announceUpload, findUpload, reuseUpload, toUpload } from '../queries.ts';
import type { ReceivedFile } from '../receive-file.ts';
import { refuseFile } from '../refuse-file.ts';
import { holdsFiles } from '../save-upload.ts';
import { ORIGINAL_TYPE, type Store } from '../store.ts';
import { assertKind, NOTHING_TO_PLAY, PROTECTED } from '../unfit-file.ts';
import { announceJob, jobOf, releaseJob } from './job-queries.ts';

interface MediaSetup {
  db: Db;
  store: Store;
  programs: MediaPrograms;
  wake(): void;
}

/**
 * Part of every name. A new way of making files gets a new version, because a name always has the same
 * content.
 */
const VERSION = 'media 1';

/**
 * Stores a film or sound as an original, with a job that prepares it. The address is final at once, so the
 * item can be saved. Equal content shares one job. Always deletes the received file. Throws 400 when the file
 * cannot be used.
 */
export async function saveMedia(
  { db, store, programs, wake }: MediaSetup,
  kind: 'video' | 'audio',
  received: ReceivedFile,
  userId: number | null,
): Promise<{ upload: Upload; isNew: boolean }> {
  const hash = createHash('sha256').update(`${VERSION} ${received.hash}`).digest('hex').slice(0, 32);
  try {
    const known = await reuseUpload(db, hash, kind);
    if (known && (await holdsFiles(store, known.files))) return { upload: known.upload, isNew: false };

    const plan = await planOf(programs, kind, received.path);
    const names = kind === 'audio' ? [`${hash}.m4a`] : plan.sizes.map(({ side }) => filmName(hash, side));
    const [name = ''] = names;
    const running = await jobOf(db, name);
    const row = await findUpload(db, name);
    if (row && running && ['waiting', 'running'].includes(running.state))
      return { upload: toUpload(row, running), isNew: false };

    const original = `${hash}.orig`;
    await announceUpload(db, {
      hash,
      name,
      kind,
      contentType: kind === 'audio' ? 'audio/mp4' : 'video/mp4',
      bytes: received.bytes,
      width: plan.sizes[0]?.width ?? null,
      height: plan.sizes[0]?.height ?? null,
      // Rows name the files before they exist, so that the sweep finds files after a crash.
      files: Object.fromEntries(names.map((file) => [file, 0])),
      originalName: received.originalName,
      uploadedBy: userId,
    });
    await announceJob(db, { uploadName: name, original, originalBytes: received.bytes });
    await store.put(original, received.path, ORIGINAL_TYPE);
    await releaseJob(db, name);
    wake();
    const saved = await findUpload(db, name);
    if (!saved) throw new Error(`the upload ${name} was deleted while it was stored`);
    return { upload: toUpload(saved, await jobOf(db, name)), isNew: true };
  } finally {
    await rm(received.path, { force: true });
  }
}

async function planOf(programs: MediaPrograms, kind: 'video' | 'audio', path: string): Promise<MediaPlan> {
  const facts = await probe(programs, path).catch(async (error): Promise<MediaFacts> => {
    throw error instanceof ProgramFailed ? await refuseUnreadable(kind, path) : error;
  });
  if (!facts.video && !facts.audio) throw refuseFile(NOTHING_TO_PLAY);
  if (await isEncrypted(path)) throw refuseFile(PROTECTED);
  assertKind(kind, facts.video !== null);
  if ((facts.duration ?? 0) > MAX_DURATION)
    throw refuseFile('This file is too long: at most 4 hours. Cut it into parts.');
  return planMedia(facts);
}

/** Track types of encrypted MP4 files, such as bought films. They decode to noise. */
const ENCRYPTED = ['encv', 'enca'];

const isEncrypted = async (path: string): Promise<boolean> =>
  (await readMp4Tracks(path))?.some(({ codec }) => ENCRYPTED.includes(codec)) ?? false;
