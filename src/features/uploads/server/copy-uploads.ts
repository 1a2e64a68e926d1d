import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '#platform/database/open.ts';
import { parseUploadName } from '../shared/upload-address.ts';
import type { StoredFiles } from './queries.ts';
import type { Store, UploadSpace } from './store.ts';

/** A file that a database says is kept. */
export interface KeptFile {
  name: string;
  bytes: number;
  contentType: string;
}

interface CopiedFile extends KeptFile {
  /** Of all its bytes; undefined for one that was there already. */
  sha256?: string;
}

export interface CopiedUploads {
  copied: CopiedFile[];
  /** The store that was copied from does not hold them as the database says. */
  missing: string[];
}

/** Every file of the uploads that are whole, in the order in which they came. */
export async function keptFiles(db: Db): Promise<KeptFile[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['files', 'content_type'])
    .where('is_whole', '=', true)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ files, content_type }) =>
    Object.entries(JSON.parse(files) as StoredFiles)
      // Names become paths, and this database may be one that somebody brought along.
      .filter(([name]) => parseUploadName(name) !== null)
      .map(([name, bytes]) => ({ name, bytes, contentType: content_type })),
  );
}

/**
 * Copies files from one store into another, each whole or not at all. What is there in its size is left, so that a
 * second call goes on with the first; content never changes under a name.
 */
export async function copyUploads(
  files: readonly KeptFile[],
  from: Store,
  to: UploadSpace,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<CopiedUploads> {
  await mkdir(to.incoming, { recursive: true });
  const result: CopiedUploads = { copied: [], missing: [] };
  for (const [done, file] of files.entries()) {
    if ((await to.store.size(file.name)) === file.bytes) result.copied.push(file);
    else {
      const sha256 = await copyFile(file, from, to);
      if (sha256) result.copied.push({ ...file, sha256 });
      else result.missing.push(file.name);
    }
    onProgress(done + 1, files.length);
  }
  return result;
}

/** Null: it is not there, or of another size. */
async function copyFile(
  { name, bytes, contentType }: KeptFile,
  from: Store,
  to: UploadSpace,
): Promise<string | null> {
  const source = await from.read(name);
  if (!source) return null;
  const path = join(to.incoming, randomUUID());
  const hash = createHash('sha256');
  let received = 0;
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          received += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    if (received !== bytes) return null;
    await to.store.put(name, path, contentType);
    return hash.digest('hex');
  } finally {
    await rm(path, { force: true });
  }
}
