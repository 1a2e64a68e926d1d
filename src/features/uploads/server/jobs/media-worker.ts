import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { followLease } from '#platform/database/lease.ts';
import type { Db } from '#platform/database/open.ts';
import type { Log } from '#platform/http/observe/log.ts';
import { RecurringJob } from '#platform/jobs/recurring-job.ts';
import { filmName } from '../../shared/film-address.ts';
import { parseUploadName } from '../../shared/upload-address.ts';
import { type MadeFile, MediaCutOff, makeMedia } from '../ffmpeg/make-media.ts';
import type { MediaPrograms } from '../ffmpeg/programs.ts';
import { ProgramFailed } from '../ffmpeg/run-program.ts';
import type { StoredFiles } from '../queries.ts';
import { StoreError, type UploadSpace } from '../store.ts';
import { endJob, finishJob, type HeldJob, keepJob, LEASE, RETRY_AFTER, takeJob } from './job-queries.ts';

interface WorkerSetup {
  db: Db;
  space: UploadSpace;
  programs: MediaPrograms;
  log: Log;
  /** Name of the machine. All its processes together run one job at a time. */
  node?: string;
}

/** Polling interval in ms, for jobs of other nodes and of dead ones. */
const POLL_INTERVAL = 5_000;
/** Time between two reports of the progress, in ms; also the delay until a cancel is noticed. */
const REPORT_INTERVAL = 1_000;

const PROBLEMS = {
  'cut-off':
    'The file ends in the middle, so nothing whole can be made from it. Copy it from the phone again and ' +
    'choose it once more.',
  refused: 'This file could not be read to its end. Save it in another format and choose it again.',
  'too-long': 'Preparing this file took too long and was stopped. Choose a shorter or smaller one.',
  'no-space': 'There is not enough space to prepare this file. It goes on by itself as soon as there is.',
  store: 'The file store is not responding. It goes on by itself as soon as it does.',
  missing: 'The original is not stored any more. Choose the file again.',
};

/**
 * Makes films and sounds from originals, one at a time. A stop interrupts the current job; the next node
 * restarts it.
 */
export class MediaWorker extends RecurringJob {
  readonly #setup: WorkerSetup;
  readonly #node: string;

  constructor(setup: WorkerSetup) {
    super({
      interval: POLL_INTERVAL,
      atOnce: true,
      log: setup.log,
      failure: 'a media job could not be run',
      run: () => this.#work(),
    });
    this.#setup = setup;
    this.#node = setup.node ?? hostname();
  }

  async #work(): Promise<void> {
    while (!this.stopping.aborted) {
      const job = await takeJob(this.#setup.db, this.#node);
      if (!job) return;
      await this.#run(job);
    }
  }

  async #run(job: HeldJob): Promise<void> {
    const { db, log } = this.#setup;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.stopping, lost.signal]);
    let percent = 0;
    const isLostAfter = followLease(LEASE);
    const reporter = setInterval(async () => {
      if (await isLostAfter(() => keepJob(db, job, percent))) lost.abort();
    }, REPORT_INTERVAL);
    try {
      const isDone = await this.#make(job, signal, (now) => {
        percent = now;
      });
      if (!isDone) await endJob(db, job, { state: 'failed', problem: PROBLEMS.missing });
    } catch (error) {
      const end = lost.signal.aborted ? undefined : endOf(error);
      if (end) await endJob(db, job, end);
      if (end?.problem) log.warn({ err: error, upload: job.upload_name }, 'a media job failed');
      else if (end === undefined && !lost.signal.aborted) throw error;
    } finally {
      clearInterval(reporter);
    }
  }

  /** Fetches the original, makes the files and stores them. Returns false when the original is missing. */
  async #make(job: HeldJob, signal: AbortSignal, onPercent: (percent: number) => void): Promise<boolean> {
    const { db, programs, space } = this.#setup;
    const prefix = `media-${job.id}-`;
    await mkdir(space.incoming, { recursive: true });
    // A process killed on this machine leaves its files behind.
    await removeLeftovers(space.incoming, prefix);
    const source = join(space.incoming, `${prefix}${job.holder}`);
    try {
      const content = job.original ? await space.store.read(job.original) : null;
      if (!content) return false;
      await pipeline(content, createWriteStream(source, { mode: 0o600 }), { signal });
      const made = await makeMedia({
        programs,
        source,
        pathOf: (side) => `${source}-${side ?? 'sound'}`,
        signal,
        onPercent,
      });
      await storeFiles(db, space, job, made, signal);
      return true;
    } finally {
      // Removes only this run's files: another process of this machine may have taken the job over meanwhile.
      await removeLeftovers(space.incoming, prefix + job.holder);
    }
  }
}

async function storeFiles(
  db: Db,
  { store }: UploadSpace,
  job: HeldJob,
  made: readonly MadeFile[],
  signal: AbortSignal,
): Promise<void> {
  const hash = parseUploadName(job.upload_name)?.hash ?? '';
  const files: StoredFiles = {};
  for (const [index, file] of made.entries()) {
    signal.throwIfAborted();
    const side = file.width === null || file.height === null ? null : Math.min(file.width, file.height);
    const name = index === 0 || side === null ? job.upload_name : filmName(hash, side);
    await store.put(name, file.path, side === null ? 'audio/mp4' : 'video/mp4');
    files[name] = file.bytes;
  }
  const [{ bytes, width, height }] = made as [MadeFile];
  await finishJob(db, job, { bytes, width, height, files });
}

/** Maps an error to the end of the run; undefined for errors that neither the file nor the disk caused. */
function endOf(error: unknown): Parameters<typeof endJob>[2] | undefined {
  const wait = (problem: string | null) => ({ state: 'waiting' as const, problem, wait: RETRY_AFTER });
  const fail = (problem: string) => ({ state: 'failed' as const, problem });
  if (error instanceof MediaCutOff) return fail(PROBLEMS['cut-off']);
  if (error instanceof StoreError) return wait(PROBLEMS.store);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return wait(PROBLEMS['no-space']);
  if ((error as Error).name === 'AbortError') return { state: 'waiting', problem: null };
  if (!(error instanceof ProgramFailed)) return undefined;
  if (error.reason === 'stopped') return { state: 'waiting', problem: null };
  return error.reason === 'no-space' ? wait(PROBLEMS['no-space']) : fail(PROBLEMS[error.reason]);
}

async function removeLeftovers(folder: string, prefix: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
}
