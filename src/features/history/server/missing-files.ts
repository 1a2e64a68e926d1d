import { ADDRESS_FIELDS, addressesIn } from '#features/catalogue/server/items/item-fields.ts';
import { ownPath } from '#features/catalogue/server/media/own-path.ts';
import { writingsAt } from '#features/catalogue/server/writing/writings.ts';
import { WRITTEN_PREFIX } from '#features/catalogue/shared/written-address.ts';
import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import type { Db } from '#platform/database/open.ts';
import type { State } from './walk-back.ts';

/** Finds the fields of a state whose uploads or written texts no longer exist. */
export async function missingFiles(db: Db, state: State, fields: readonly string[]): Promise<Set<string>> {
  const paths = new Map(
    ADDRESS_FIELDS.filter((field) => fields.includes(field)).map((field) => [
      field,
      addressesIn(state?.[field]).flatMap((address) => ownPath(address) ?? []),
    ]),
  );
  const all = [...paths.values()].flat();
  const texts = all.filter((path) => path.startsWith(WRITTEN_PREFIX));
  const uploads = all.filter((path) => path.startsWith(UPLOADS_PREFIX));
  const writings = await writingsAt(db, texts);
  const kept = new Set([...writings.keys(), ...(await keptUploads(db, uploads))]);
  const isGone = (path: string) => (texts.includes(path) || uploads.includes(path)) && !kept.has(path);
  return new Set([...paths].filter(([, list]) => list.some(isGone)).map(([field]) => field));
}

async function keptUploads(db: Db, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select('hash')
    .where(
      'hash',
      'in',
      paths.map((path) => path.slice(UPLOADS_PREFIX.length)),
    )
    .where('is_whole', '=', true)
    .execute();
  return rows.map(({ hash }) => UPLOADS_PREFIX + hash);
}
