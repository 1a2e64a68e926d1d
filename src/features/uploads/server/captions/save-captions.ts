import { createHash, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toFields } from '#features/catalogue/server/items/item-fields.ts';
import { existingRow, updateItem } from '#features/catalogue/server/write/write-items.ts';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { writeWebVtt } from '#platform/text/captions/write-webvtt.ts';
import type { WrittenCaptions } from '../../contract/captions-schemas.ts';
import { UPLOAD_KINDS } from '../../shared/upload-kinds.ts';
import { refuseSize } from '../refuse-file.ts';
import { saveUpload } from '../save-upload.ts';
import type { UploadSpace } from '../store.ts';

/**
 * Stores captions as a new upload and sets them on their item. `expectedVersion` is the version that the
 * editor loaded. Throws 404 without the item, and 409 with the current item when its version differs.
 */
export async function saveCaptions(
  db: Db,
  space: UploadSpace,
  reader: Reader,
  { type, id, language, expectedVersion, cues }: WrittenCaptions,
): Promise<{ url: string; version: number }> {
  const row = await existingRow(db, type, id);
  const name = language === null ? `${row.slug}.vtt` : `${row.slug}.${language}.vtt`;
  const url = await storeText(db, space, writeWebVtt(cues), name, reader.userId);
  const further = toFields[type](row as never).furtherCaptions;
  const others = further.filter((one) => one.language !== language);
  const isNew = others.length === further.length;
  const change =
    language === null
      ? { captionsUrl: url }
      : {
          furtherCaptions: isNew
            ? [...further, { language, url }]
            : further.map((one) => (one.language === language ? { language, url } : one)),
        };
  const { version } = await updateItem(db, reader, type, id, { ...change, expectedVersion });
  return { url, version };
}

async function storeText(
  db: Db,
  { store, incoming }: UploadSpace,
  text: string,
  originalName: string,
  userId: number | null,
): Promise<string> {
  const content = Buffer.from(text);
  if (content.length > UPLOAD_KINDS.captions.maxBytes) throw refuseSize('captions');
  await mkdir(incoming, { recursive: true });
  const path = join(incoming, randomUUID());
  await writeFile(path, content);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const received = { path, bytes: content.length, hash, originalName };
  const { upload } = await saveUpload(db, store, 'captions', received, userId);
  return upload.url;
}
