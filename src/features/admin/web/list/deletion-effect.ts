import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { many } from '#platform/web/counts.ts';
import { withFavorites } from '../trash/favorites-text.ts';
import { inSentence, itemCounts } from '../trash/item-counts.ts';

interface Deletion {
  kind: ItemType;
  /** Title of a single item, or the number of several. */
  of: string | number;
  /** Null if counting failed. */
  counts: { waves: number; droplets: number; favorites: number } | null;
}

/**
 * Describes the effect of a deletion: '“Rest”, its 3 waves and 16 droplets wait in the Trash for 30 days,
 * with 46 favorites. You can undo this for ten seconds, or restore it there.'
 */
export function deletionEffect({ kind, of, counts }: Deletion): string {
  const several = typeof of === 'number';
  const what = several ? `These ${many(of, kind)}` : `“${of}”`;
  const below = counts ? itemCounts(counts) : ['everything inside'];
  const its = counts ? `${several ? 'their' : 'its'} ` : '';
  const parts = [what, ...below.map((part, index) => (index === 0 ? its + part : part))];
  const verb = several || below.length > 0 ? 'wait' : 'waits';
  const hearts = counts ? withFavorites(counts.favorites) : '';
  return (
    `${inSentence(parts)} ${verb} in the Trash for 30 days${hearts}. ` +
    `You can undo this for ten seconds, or restore ${several ? 'them' : 'it'} there.`
  );
}
