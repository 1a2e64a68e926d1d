import { createHash, type Hash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '#platform/http/serve/errors.ts';
import { UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { refuseFile, refuseSize } from './refuse-file.ts';

export interface ReceivedFile {
  path: string;
  bytes: number;
  /** First 32 hex digits of its SHA-256. */
  hash: string;
  originalName: string;
}

/** Maximum size of the form around the file. */
const FORM_BYTES = 64 * 1024;
const HASH_DIGITS = 32;

/**
 * Streams the one file of a form to disk, in constant memory. Throws when it is too large, missing or
 * incomplete, and then deletes it.
 */
export async function receiveFile(
  request: FastifyRequest,
  kind: UploadKind,
  folder: string,
): Promise<ReceivedFile> {
  if (!request.isMultipart())
    throw new HttpError('unsupported-type', 'Send the file as multipart/form-data.');
  const max = UPLOAD_KINDS[kind].maxBytes;
  if (Number(request.headers['content-length']) > max + FORM_BYTES) throw refuseSize(kind);
  await mkdir(folder, { recursive: true });
  const limits = { fileSize: max, files: 1, fields: 5, parts: 6, fieldSize: 1000 };
  const path = join(folder, randomUUID());
  let received: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'file') received = await save(part, kind, path);
    if (!received) throw refuseFile('Choose a file.');
    return received;
  } catch (error) {
    await rm(path, { force: true });
    throw explain(error);
  }
}

async function save(part: MultipartFile, kind: UploadKind, path: string): Promise<ReceivedFile> {
  // Opened before anything can fail, because a stream could create the file after its deletion.
  const target = await open(path, 'wx');
  const hash = createHash('sha256');
  let bytes = 0;
  // Checked now, because the form may never end. A small form may be complete before the file is open.
  if (part.file.truncated) {
    await target.close();
    throw refuseSize(kind);
  }
  part.file.once('limit', () => part.file.destroy(refuseSize(kind)));
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
        // Lets other requests run: a fast connection delivers megabytes at once, and all readers would wait.
        await nextTurn();
      }
    },
    target.createWriteStream(),
  );
  const originalName = toOriginalName(part.filename);
  return { path, bytes, hash: shortHash(hash), originalName };
}

/** First 32 hex digits of a SHA-256. */
export const shortHash = (hash: Hash): string => hash.digest('hex').slice(0, HASH_DIGITS);

/** Shortens a file's name to its stored form, for people. */
export const toOriginalName = (name: string | null | undefined): string =>
  (name ?? '').replaceAll('\0', '').slice(0, 200);

/** Tells whether an error means a full disk, or is {@link storageFull}. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'storage-full'].includes((error as NodeJS.ErrnoException).code ?? '');

export const storageFull = () =>
  new HttpError('storage-full', 'There is not enough space for this file. Please try again later.');

function explain(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof HttpError) return error;
  if (code === 'FST_FILES_LIMIT') return refuseFile('Send one file at a time.');
  if (isFull(error)) return storageFull();
  // `ECONNRESET`: the sender has gone away, which is no failure of the site.
  if (code.startsWith('FST_') || code === 'ECONNRESET' || isBroken(error))
    return new HttpError('upload-interrupted', 'The upload was interrupted. Please try again.');
  return error;
}

/**
 * Tells whether an error means a truncated form or an unusable boundary. The parser gives these only
 * messages, no codes, and calls a boundary a needle.
 */
const isBroken = (error: unknown) =>
  error instanceof Error && /unexpected end|terminated early|boundary|needle/i.test(error.message);
