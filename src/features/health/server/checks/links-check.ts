import type { Db } from '#platform/database/open.ts';
import { durationText } from '../../shared/measures.ts';
import { type HealthCheck, problem } from '../health-check.ts';
import { brokenLinks, hostsOf, type UnaskedHosts } from '../links/link-queries.ts';
import { LINKS_CHECKED, lastTime } from '../notes.ts';

/** Maximum hosts named in the text; further ones are counted. */
const MAX_NAMES = 3;
const LIST = new Intl.ListFormat('en');

/** Checks links of the content by the results of the weekly job. */
export const linksCheck = (db: Db, publicUrl: () => string): HealthCheck => ({
  about: 'links',
  title: 'Links',
  async look() {
    const links = await brokenLinks(db, new URL(publicUrl()).host);
    const checkedAt = await lastTime(db, LINKS_CHECKED);
    const unasked = await unaskedText(db);
    const count = links.length === 1 ? '1 leads nowhere' : `${links.length} lead nowhere`;
    const broken = problem({
      name: 'links-broken',
      about: 'links',
      level: 'advice',
      title: `Links: ${count}`,
      meaning: 'Learners who follow them find nothing.',
      advice: `Open the item and change or remove the link. One that is right after all may stay.${unasked}`,
      links,
    });
    return {
      problems: links.length > 0 ? [broken] : [],
      text:
        checkedAt === undefined
          ? 'No link was checked yet. They are asked one at a time, each once a week.'
          : `None is known to lead nowhere. Each is asked once a week, last ${ago(checkedAt)} ago.${unasked}`,
    };
  },
});

const ago = (at: number) => durationText(Date.now() - at);

/** Returns sentences about sites that were not requested, each after a space. */
async function unaskedText(db: Db): Promise<string> {
  const keptOut = await hostsOf(db, 'kept-out');
  const unsure = await hostsOf(db, 'unsure');
  return [
    ...(keptOut.hosts.length === 0 ? [] : [` Not checked: ${keepingOut(keptOut)}.`]),
    ...(unsure.hosts.length === 0 ? [] : [` Could not be checked this week: ${named(unsure)}.`]),
  ].join('');
}

const keepingOut = (its: UnaskedHosts) =>
  its.hosts.length === 1 && !its.isMore
    ? `the site ${its.hosts[0]} asks programs to stay away`
    : `these sites ask programs to stay away: ${named(its)}`;

function named({ hosts, isMore }: UnaskedHosts): string {
  const names = hosts.slice(0, MAX_NAMES);
  const others = hosts.length - names.length;
  const rest = isMore ? ['others'] : others > 0 ? [others === 1 ? '1 other' : `${others} others`] : [];
  return LIST.format([...names, ...rest]);
}
