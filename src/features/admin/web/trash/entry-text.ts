import type { TrashEntry, TrashParent, TrashTotal } from '#features/trash/contract/schemas.ts';
import { DAY } from '#platform/text/time-units.ts';
import { many } from '#platform/web/counts.ts';
import { KINDS } from '../content/content-kinds.ts';
import { favoritesText, withFavorites } from './favorites-text.ts';
import { inSentence, itemCounts } from './item-counts.ts';

/** Number of remaining days from which they are shown. */
const LAST_DAYS = 3;

/** Lists the items below a deleted item: '3 waves and 16 droplets'; empty without any. */
export const belowText = ({ waves, droplets }: Pick<TrashEntry, 'waves' | 'droplets'>): string =>
  inSentence(itemCounts({ waves, droplets }));

/** Describes the effect of emptying the trash: '1 ocean, 3 waves and 16 droplets are deleted for good.' */
export function totalText(total: TrashTotal | undefined): string {
  const counts = total ? itemCounts(total) : [];
  // Counting failed, or another administrator has emptied the trash.
  if (!total || counts.length === 0) return 'Everything in it is deleted for good, with its favorites.';
  const isOne = total.oceans + total.waves + total.droplets === 1;
  const verb = isOne ? 'is' : 'are';
  return `${inSentence(counts)} ${verb} deleted for good${withFavorites(total.favorites)}.`;
}

/** Describes an entry's content that a restoration brings back. */
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

/** Formats the remaining days, for the last three: ', in 3 days'. */
export function daysLeft(expiresAt: string, now: number): string {
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY);
  return days > LAST_DAYS ? '' : `, in ${many(Math.max(days, 1), 'day')}`;
}
