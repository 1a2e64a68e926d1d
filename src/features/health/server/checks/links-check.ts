import type { Db } from '#platform/database/open.ts';
import { durationText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';
import { brokenLinks } from '../links/link-queries.ts';
import { LINKS_CHECKED, lastTime } from '../notes.ts';

/** Links of the content, as the weekly check found them. */
export const linksCheck = (db: Db, publicUrl: () => string): HealthCheck => ({
  about: 'links',
  title: 'Links',
  async look() {
    const links = await brokenLinks(db, new URL(publicUrl()).host);
    const checkedAt = await lastTime(db, LINKS_CHECKED);
    const count = links.length === 1 ? '1 leads nowhere' : `${links.length} lead nowhere`;
    const broken = problem({
      name: 'links-broken',
      about: 'links',
      level: 'advice',
      title: `Links: ${count}`,
      meaning: 'Learners who follow them find nothing.',
      advice: 'Open the item and change or remove the link. One that is right after all may stay.',
      links,
    });
    return {
      problems: links.length > 0 ? [broken] : [],
      text:
        checkedAt === undefined
          ? 'No link was checked yet. They are asked one at a time, each once a week.'
          : `They answer. Each is asked once a week, the last one ${ago(checkedAt)} ago.`,
    };
  },
});

const ago = (at: number) => durationText(Date.now() - at);
