import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import type { Db } from '#platform/database/open.ts';
import type { Upload } from '../contract/schemas.ts';
import type { UploadKind } from '../shared/upload-kinds.ts';
import { spokenWordsOf } from './captions/spoken-words.ts';
import { inspectFile } from './inspect-file.ts';
import { makeBlur, makePictures } from './make-pictures.ts';
import { removeMetadata } from './metadata/remove-metadata.ts';
import { announceUpload, completeUpload, type NewUpload, reuseUpload } from './queries.ts';
import type { ReceivedFile } from './receive-file.ts';
import type { Store } from './store.ts';

/** A local file to store under a name. */
interface LocalFile {
  name: string;
  path: string;
  contentType: string;
  bytes: number;
}

/**
 * Checks a received file and stores it once for equal content: first its row, then its files, then its
 * completion. Always deletes the received file. Throws 400 when the file cannot be used.
 */
export async function saveUpload(
  db: Db,
  store: Store,
  kind: UploadKind,
  received: ReceivedFile,
  userId: number | null,
): Promise<{ upload: Upload; isNew: boolean }> {
  const files: LocalFile[] = [];
  try {
    const { extension, contentType, width, height } = await inspectFile(kind, received.path);
    const isChanged = kind !== 'image' && (await removeMetadata(received.path, extension));
    const hash = isChanged ? hashWithout(received.hash) : received.hash;
    const known = await reuseUpload(db, hash, kind);
    if (known && (await holdsFiles(store, known.files))) return { upload: known.upload, isNew: false };

    const { size: bytes } = await stat(received.path);
    const file = { name: `${hash}.${extension}`, path: received.path, contentType, bytes };
    const pictures = kind === 'image' ? await makePictures(received.path, hash) : [];
    files.push(...(kind === 'image' ? pictures : [file]));
    const widest = pictures.at(-1);
    const main = widest ?? file;
    const upload: NewUpload = {
      hash,
      name: main.name,
      kind,
      contentType,
      bytes: main.bytes,
      width: widest?.width ?? width,
      height: widest?.height ?? height,
      files: Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])),
      originalName: received.originalName,
      uploadedBy: userId,
      spokenWords: kind === 'captions' ? spokenWordsOf(await readFile(received.path, 'utf8')) : null,
      blur: kind === 'image' ? await makeBlur(received.path) : null,
    };
    await announceUpload(db, upload);
    for (const { name, path, contentType } of files) await store.put(name, path, contentType);
    return { upload: await completeUpload(db, main.name), isNew: true };
  } finally {
    for (const path of [received.path, ...files.map(({ path }) => path)]) await rm(path, { force: true });
  }
}

/** Derives another hash for a file without its metadata, because a name always has the same content. */
const hashWithout = (hash: string) =>
  createHash('sha256').update(`without metadata 1 ${hash}`).digest('hex').slice(0, hash.length);

/** Tells whether the store has all files in the right sizes. */
export async function holdsFiles(store: Store, files: Record<string, number>): Promise<boolean> {
  for (const [name, bytes] of Object.entries(files)) if ((await store.size(name)) !== bytes) return false;
  return true;
}
