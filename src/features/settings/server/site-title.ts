import type { Db } from '#platform/database/open.ts';
import { SETTING_DEFAULTS } from '../shared/setting-defaults.ts';
import { settingByKey } from './queries.ts';

/** Reads the site's name, in one line, for mails and the payment provider. */
export async function siteTitle(db: Db): Promise<string> {
  const title = (await settingByKey(db, 'site.title'))?.value ?? SETTING_DEFAULTS['site.title'];
  return title.replace(/\s+/g, ' ');
}
