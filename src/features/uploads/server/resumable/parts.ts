import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '#platform/database/open.ts';
import { PART_BYTES } from '../../shared/part-bytes.ts';
import { isFull, type ReceivedFile, shortHash } from '../receive-file.ts';
import { DIRECT_LIFETIME, ORIGINAL_TYPE, type UploadSpace } from '../store.ts';
import {
  announcePart,
  completePart,
  deletePart,
  deleteResumable,
  markUnstored,
  partsOf,
} from './resumable-queries.ts';

/** Another request has written at the same position, or the upload was deleted. */
export class PartConflict extends Error {}

/**
 * Appends a stream to an upload in parts, each stored and recorded before the next begins. Keeps the received
 * bytes of a broken stream. Returns the new offset. Throws {@link PartConflict}, and the stream's errors.
 */
export async function appendParts(
  db: Db,
  space: UploadSpace,
  token: string,
  offset: number,
  stream: Readable,
): Promise<number> {
  await mkdir(space.incoming, { recursive: true });
  let end = offset;
  let part: OpenPart | undefined;
  const finish = async () => {
    if (!part) return;
    const { path, handle, bytes } = part;
    part = undefined;
    await handle.close();
    try {
      if (bytes > 0) await storePart(db, space, { token, start: end, bytes }, path);
      end += bytes;
    } finally {
      await rm(path, { force: true });
    }
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0; ) {
        part ??= await openPart(space.incoming);
        const fits = rest.subarray(0, PART_BYTES - part.bytes);
        await part.handle.appendFile(fits);
        part.bytes += fits.length;
        rest = rest.subarray(fits.length);
        if (part.bytes === PART_BYTES) await finish();
      }
    }
  } catch (error) {
    // After a full disk the part is discarded, as the caller explains. After a lost connection the received
    // bytes are stored.
    if (isFull(error) && part) part.bytes = 0;
    await finish();
    throw error;
  }
  await finish();
  return end;
}

interface OpenPart {
  path: string;
  handle: FileHandle;
  bytes: number;
}

async function openPart(folder: string): Promise<OpenPart> {
  const path = join(folder, randomUUID());
  return { path, handle: await open(path, 'wx', 0o600), bytes: 0 };
}

async function storePart(
  db: Db,
  { store }: UploadSpace,
  received: { token: string; start: number; bytes: number },
  path: string,
): Promise<void> {
  const part = { ...received, name: newPartName() };
  await announcePart(db, part);
  await store.put(part.name, path, ORIGINAL_TYPE);
  if (await completePart(db, part)) return;
  await store.remove(part.name);
  await deletePart(db, part.name);
  throw new PartConflict(`something else has written to ${part.token} at ${part.start}`);
}

export const newPartName = (): string => `${randomUUID().replaceAll('-', '')}.part`;

/** Joins the parts of a complete upload into a local file. Null when one is missing. */
export async function joinParts(
  db: Db,
  { store, incoming }: UploadSpace,
  token: string,
  file: { bytes: number; originalName: string },
): Promise<ReceivedFile | null> {
  await mkdir(incoming, { recursive: true });
  const path = join(incoming, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const target = await open(path, 'wx', 0o600);
    await pipeline(async function* () {
      for (const { name } of await partsOf(db, token)) {
        const content = await store.read(name);
        if (!content) return;
        for await (const chunk of content as AsyncIterable<Buffer>) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      }
    }, target.createWriteStream());
    if (bytes === file.bytes) return { path, bytes, hash: shortHash(hash), originalName: file.originalName };
    await rm(path, { force: true });
    return null;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Deletes an upload's parts, files first. The row of a part that a browser may still store remains until its
 * address has expired; then the sweep deletes row and file.
 */
export async function removeParts(
  db: Db,
  { store }: Pick<UploadSpace, 'store'>,
  token: string,
  now = Date.now(),
) {
  for (const { name, address_expires_at } of await partsOf(db, token, { all: true })) {
    await store.remove(name);
    const mayCome = address_expires_at !== null && address_expires_at > now - DIRECT_LIFETIME;
    await (mayCome ? markUnstored(db, name) : deletePart(db, name));
  }
}

/** Deletes an upload and all its parts. The row goes first, so that nothing can be appended afterwards. */
export async function removeResumable(
  db: Db,
  space: Pick<UploadSpace, 'store'>,
  token: string,
  now = Date.now(),
) {
  await deleteResumable(db, token);
  await removeParts(db, space, token, now);
}
