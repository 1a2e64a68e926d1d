import type { Db } from '#platform/database/open.ts';
import { formatDate } from '#platform/text/dates.ts';
import { localTime } from '#platform/text/zoned-time.ts';
import { TIME_ZONE } from '../shared/calendar-defaults.ts';
import { settingByKey } from './queries.ts';

/**
 * Returns a function that formats the day of an instant (epoch ms) in the site's time zone, for readers whose
 * own zone is unknown. Without that setting the zone is UTC.
 */
export async function siteDay(db: Db): Promise<(at: number) => string> {
  const zone = (await settingByKey(db, TIME_ZONE))?.value || 'UTC';
  return (at) => formatDate(localTime(at, zone), 'day');
}
