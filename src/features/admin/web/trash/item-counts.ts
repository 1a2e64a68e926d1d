import type { TrashTotal } from '#features/trash/contract/schemas.ts';
import { many } from '#platform/web/counts.ts';

/** Formats several numbers of items, without zeros: ['3 waves', '16 droplets']. */
export const itemCounts = ({
  oceans = 0,
  waves,
  droplets,
}: Pick<TrashTotal, 'waves' | 'droplets'> & { oceans?: number }): string[] =>
  [
    { count: oceans, noun: 'ocean' },
    { count: waves, noun: 'wave' },
    { count: droplets, noun: 'droplet' },
  ].flatMap(({ count, noun }) => (count > 0 ? [many(count, noun)] : []));

/** Joins words for a sentence: '1 ocean, 3 waves and 16 droplets'. */
export const inSentence = (words: readonly string[]): string =>
  words.length > 2 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join(' and ');
