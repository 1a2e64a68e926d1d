import { type Item, isSample } from '../../content/content-kinds.ts';

export const FILTER_MARKS = ['draft', 'published', 'premium', 'free', 'sample'] as const;
export type FilterMark = (typeof FILTER_MARKS)[number];

export interface ListFilter {
  q: string;
  marks: ReadonlySet<FilterMark>;
}

export const NO_FILTER: ListFilter = { q: '', marks: new Set() };

export const isFiltering = ({ q, marks }: ListFilter): boolean => q.trim() !== '' || marks.size > 0;

const HAS: Record<FilterMark, (item: Item) => boolean> = {
  draft: (item) => !item.isPublished,
  published: (item) => item.isPublished,
  premium: (item) => item.accessType === 'premium',
  free: (item) => item.accessType === 'free',
  sample: isSample,
};

/** Returns the items that match every chosen filter and every word, in list order. */
export function filterItems<T extends Item>(items: readonly T[], filter: ListFilter): readonly T[] {
  if (!isFiltering(filter)) return items;
  const words = plain(filter.q).split(' ').filter(Boolean);
  return items.filter((item) => {
    if (![...filter.marks].every((mark) => HAS[mark](item))) return false;
    if (words.length === 0) return true;
    const text = plain([item.title, item.description, item.slug, ...item.keywords].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Returns a text in lower case without accents. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
