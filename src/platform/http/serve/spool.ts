import { randomUUID } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError } from './errors.ts';

/** A swept local folder for temporary files, and the free space on its disk. */
export interface SpoolSpace {
  incoming: string;
  freeBytes(): Promise<number>;
}

/** Bytes that large files leave free on a disk, above all for the database. */
export const DISK_RESERVE = 64 * 1024 * 1024;

/** Characters per write. */
const CHUNK = 256 * 1024;

/**
 * Writes texts to an unlinked file in constant memory, then returns it as a stream, so that a client that
 * reads slowly occupies the file and no database connection. The file disappears when the stream closes, and
 * when the process ends. Stops writing after `signal`, because nobody reads the file any more. Throws 507
 * when the disk is full.
 */
export async function spool(
  space: SpoolSpace,
  signal: AbortSignal,
  produce: (write: (texts: AsyncIterable<string>) => Promise<void>) => Promise<void>,
): Promise<{ stream: ReadStream; bytes: number }> {
  let file: FileHandle | undefined;
  try {
    const target = await openUnnamed(space.incoming);
    file = target;
    await produce(async (texts) => {
      for await (const chunk of inChunks(texts)) {
        if (signal.aborted) return;
        if ((await space.freeBytes()) < DISK_RESERVE) throw noRoom();
        await target.writeFile(chunk);
      }
    });
    const { size } = await file.stat();
    return { stream: file.createReadStream({ start: 0 }), bytes: size };
  } catch (error) {
    await file?.close();
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom() : error;
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

const noRoom = () =>
  new HttpError('storage-full', 'There is not enough space to make this file. Please try again later.');
