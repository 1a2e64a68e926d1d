import { buffer } from 'node:stream/consumers';
import { spreadBlur } from '#features/catalogue/server/media/image-blur.ts';
import type { Db } from '#platform/database/open.ts';
import { changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { makeBlur } from './make-pictures.ts';
import type { StoredFiles } from './queries.ts';
import type { Store } from './store.ts';

const AT_ONCE = 50;

/** Makes the blurs of pictures that an earlier version of the program stored. Returns their number. */
export async function sweepBlurs(db: Db, { store }: { store: Store }): Promise<number> {
  for (let made = 0; ; ) {
    const uploads = await db
      .selectFrom('uploads')
      .select(['id', 'hash', 'files'])
      .where('kind', '=', 'image')
      .where('is_whole', '=', true)
      .where('blur', 'is', null)
      .limit(AT_ONCE)
      .execute();
    if (uploads.length === 0) return made;
    const blurs: { id: number; hash: string; blur: string }[] = [];
    for (const { id, hash, files } of uploads)
      blurs.push({ id, hash, blur: await blurOfSmallest(store, JSON.parse(files)) });
    await changeCatalogue(db, async (transaction) => {
      for (const { id, hash, blur } of blurs) {
        await transaction.updateTable('uploads').set({ blur }).where('id', '=', id).execute();
        await spreadBlur(transaction, hash);
      }
    });
    made += uploads.length;
  }
}

/**
 * Makes the blur of the smallest file. A missing or damaged file gets an empty one, so that it is not
 * retried.
 */
async function blurOfSmallest(store: Store, files: StoredFiles): Promise<string> {
  const [[name] = ['']] = Object.entries(files).sort(([, a], [, b]) => a - b);
  const stream = await store.read(name);
  return stream ? makeBlur(await buffer(stream)).catch(() => '') : '';
}
