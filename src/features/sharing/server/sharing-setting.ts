import { settingByKey } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { notFound } from '#platform/http/serve/errors.ts';

/** Tells whether the owner lets previews, feed and search engines show the site. The default is yes. */
export const isSharingOn = async (db: Db): Promise<boolean> =>
  (await settingByKey(db, 'site.sharing'))?.value !== 'off';

/** Throws 404 while the owner has sharing off. */
export async function assertSharingOn(db: Db): Promise<void> {
  if (!(await isSharingOn(db))) throw notFound();
}
