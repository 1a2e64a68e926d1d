import { settingByKey } from '#features/settings/server/queries.ts';
import { defaultOf } from '#features/settings/shared/known-settings.ts';
import type { Db } from '#platform/database/open.ts';
import { DAY } from '#platform/text/time-units.ts';
import { durationText, sizeText } from '../../shared/measures.ts';
import { latestBackup } from '../backups.ts';
import { type HealthCheck, problem } from '../health-check.ts';

/** Age of a serious problem, as a multiple of `backups.days`. */
const SERIOUS = 3;

/** Checks backups: their age, and whether the last run failed. */
export const backupsCheck = (db: Db): HealthCheck => ({
  about: 'backups',
  title: 'Backups',
  async look() {
    const days = Number((await settingByKey(db, 'backups.days'))?.value ?? defaultOf('backups.days'));
    if (days === 0) return { problems: [], text: 'Made elsewhere, as the settings say.' };
    const last = await latestBackup(db);
    if (last?.problem) {
      const failed = problem({
        name: 'backups-failed',
        about: 'backups',
        level: 'serious',
        title: 'Backups: the last one failed',
        meaning: `${durationText(Date.now() - last.at)} ago: ${last.problem.slice(0, 300)}`,
        advice: 'Run “npm run backup -- FOLDER” on the server and read what it says.',
      });
      return { problems: [failed], text: '' };
    }
    const since = last?.at ?? (await siteSince(db));
    const age = Date.now() - since;
    const size = last?.bytes ? `, ${sizeText(last.bytes)}` : '';
    if (age <= days * DAY)
      return {
        problems: [],
        text: last
          ? `The last one was made ${durationText(age)} ago${size}.`
          : `None yet. The first one is awaited in ${durationText(days * DAY - age)}.`,
      };
    const late = problem({
      name: 'backups-late',
      about: 'backups',
      level: age > SERIOUS * days * DAY ? 'serious' : 'advice',
      title: last ? `Backups: the last one is ${durationText(age)} old` : 'Backups: there is none',
      meaning: `If this machine fails, everything ${last ? 'since then ' : ''}is lost.`,
      advice:
        'Let the server run “npm run backup -- FOLDER” every night. If backups are made in another way, ' +
        'set backups.days to 0.',
      link: { label: 'Open the settings', href: '/admin/settings?tab=advanced' },
    });
    return { problems: [late], text: '' };
  },
});

/** Reads the time of the first account. A new site has no backup yet. */
async function siteSince(db: Db): Promise<number> {
  const first = await db
    .selectFrom('users')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.created_at ?? Date.now();
}
