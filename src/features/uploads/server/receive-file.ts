import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { badRequest, HttpError } from '#platform/http/errors.ts';
import { UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { refuseFile, refuseSize } from './refuse-file.ts';

export interface ReceivedFile {
  path: string;
  bytes: number;
  /** The beginning of its SHA-256: enough that no two files share it. */
  hash: string;
  originalName: string;
}

/** What the form around the file may weigh. */
const FORM_BYTES = 64 * 1024;
const HASH_LETTERS = 32;

/**
 * Takes the one file of a form in, straight to disk: memory stays flat whatever its size. Throws when it is too large,
 * missing or cut off; nothing is left of it then.
 */
export async function receiveFile(
  request: FastifyRequest,
  kind: UploadKind,
  folder: string,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw new HttpError(415, 'Please send the file as multipart/form-data.');
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
  // Opened before anything can fail: a stream that opens it might do so after it was to be gone.
  const target = await open(path, 'wx');
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    part.file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    target.createWriteStream(),
  );
  if (part.file.truncated) throw refuseSize(kind);
  const originalName = (part.filename ?? '').replaceAll('\0', '').slice(0, 200);
  return { path, bytes, hash: hash.digest('hex').slice(0, HASH_LETTERS), originalName };
}

function explain(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (error instanceof HttpError) return error;
  if (code === 'FST_FILES_LIMIT') return refuseFile('Please send one file at a time.');
  if (code === 'ENOSPC')
    return new HttpError(507, 'There is no room left for this file. Please try again later.');
  if (code.startsWith('FST_') || isCutOff(error))
    return badRequest('The upload was cut off. Please try again.');
  return error;
}

/** The parser's own words for a form that ends too early. */
const isCutOff = (error: unknown) =>
  error instanceof Error && /unexpected end|terminated early|boundary/i.test(error.message);
