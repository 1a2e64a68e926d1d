import type { TrashEntry, TrashParent, TrashTotal } from '#features/trash/contract/schemas.ts';
import { many } from '#platform/web/counts.ts';
import { KINDS } from '../content/content-kinds.ts';
import { favoritesText, withFavorites } from './favorites-text.ts';

const DAY = 24 * 60 * 60_000;
/** From here on the days that are left are named. */
const LAST_DAYS = 3;

/** Lists what lay below a deleted item: '3 waves and 16 droplets'. Empty if nothing did. */
export const belowText = (of: Pick<TrashEntry, 'waves' | 'droplets'>): string =>
  countsOf({ oceans: 0, ...of }).join(' and ');

/** Says what emptying the trash deletes: '1 ocean, 3 waves and 16 droplets are deleted for good.' */
export function totalText(total: TrashTotal | undefined): string {
  // It could not be counted.
  if (!total) return 'Everything in it is deleted for good, with its favorites.';
  const counts = countsOf(total);
  const what = [counts.slice(0, -1).join(', '), ...counts.slice(-1)].filter(Boolean).join(' and ');
  const isOne = total.oceans + total.waves + total.droplets === 1;
  return `${what} ${isOne ? 'is' : 'are'} deleted for good${withFavorites(total.favorites)}.`;
}

const countsOf = ({ oceans, waves, droplets }: Omit<TrashTotal, 'favorites'>): string[] =>
  [
    { count: oceans, noun: 'ocean' },
    { count: waves, noun: 'wave' },
    { count: droplets, noun: 'droplet' },
  ].flatMap(({ count, noun }) => (count > 0 ? [many(count, noun)] : []));

/** Says what an entry holds, and what comes back with it. */
export function entryText(entry: Omit<TrashEntry, 'id' | 'itemId' | 'deletedBy'>): string {
  const { type, parent, favorites } = entry;
  const below = belowText(entry);
  const what = `${KINDS[type].Name}${below === '' ? '' : ` with ${below}`}`;
  const hearts = favoritesText(favorites);
  const sentences = [
    parent ? `${what}, in ${parent.title}.` : `${what}.`,
    ...(parent ? [parentText(parent)] : []),
    ...(hearts === '' ? [] : [`${hearts.charAt(0).toUpperCase()}${hearts.slice(1)} come back with it.`]),
  ];
  return sentences.join(' ');
}

function parentText({ type, state, within }: TrashParent): string {
  if (state === 'exists') return `Its ${type} still exists.`;
  if (state === 'gone') return `The ${type} was deleted for good, so this cannot be restored.`;
  return within && within.type !== type
    ? `The ${type} is in the trash too, with the ${within.type} “${within.title}”: restore that first.`
    : `The ${type} is in the trash too: restore it first.`;
}

/** Names the days that are left, for the last three: ', in 3 days'. */
export function daysLeft(expiresAt: string, now: number): string {
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY);
  return days > LAST_DAYS ? '' : `, in ${many(Math.max(days, 1), 'day')}`;
}
