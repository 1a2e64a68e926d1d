import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasTable } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { parseUploadName } from '../shared/upload-address.ts';
import type { StoredFiles } from './queries.ts';
import { ORIGINAL_TYPE, type Store, type StoredFile, type UploadSpace } from './store.ts';

interface CopiedFile extends StoredFile {
  /** SHA-256 of its content; undefined for a file that existed already. */
  sha256?: string;
}

interface CopiedUploads {
  copied: CopiedFile[];
  /** Names of files that are missing in the source store or have another size there. */
  missing: string[];
}

/** Lists the files of all complete uploads, the oldest first, then the originals of films and sounds. */
export async function storedFiles(db: Db): Promise<StoredFile[]> {
  return [...(await uploadedFiles(db)), ...(await originalFiles(db))].filter(
    // Names become paths, and the database may come from an untrusted source.
    ({ name }) => parseUploadName(name) !== null,
  );
}

async function originalFiles(db: Db): Promise<StoredFile[]> {
  // Backups of older versions have no table of jobs; still older ones have no table of uploads.
  if (!(await hasTable(db, 'media_jobs'))) return [];
  const rows = await db
    .selectFrom('media_jobs')
    .select(['original', 'original_bytes as bytes'])
    .where('state', '!=', 'storing')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ original, bytes }) =>
    original === null ? [] : [{ name: original, bytes, contentType: ORIGINAL_TYPE }],
  );
}

async function uploadedFiles(db: Db): Promise<StoredFile[]> {
  if (!(await hasTable(db, 'uploads'))) return [];
  const rows = await db
    .selectFrom('uploads')
    .select(['files', 'content_type'])
    .where('is_whole', '=', true)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ files, content_type }) =>
    Object.entries(JSON.parse(files) as StoredFiles).map(([name, bytes]) => ({
      name,
      bytes,
      contentType: content_type,
    })),
  );
}

/**
 * Copies files between stores, each completely or not at all. Skips files that exist in the right size, so a
 * second call resumes the first. A name always has the same content.
 */
export async function copyUploads(
  files: readonly StoredFile[],
  from: Store,
  to: UploadSpace,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<CopiedUploads> {
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

/** Copies one file and returns its SHA-256; null when the source lacks it or has it in another size. */
async function copyFile(
  { name, bytes, contentType }: StoredFile,
  from: Store,
  to: UploadSpace,
): Promise<string | null> {
  const source = await from.read(name);
  if (!source) return null;
  // Created only with a first file: an empty folder made by root would block the first upload of the site's
  // user.
  await mkdir(to.incoming, { recursive: true });
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
