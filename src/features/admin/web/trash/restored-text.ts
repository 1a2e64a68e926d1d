import type { RestoredItem } from '#features/trash/contract/schemas.ts';
import { many } from '#platform/web/counts.ts';
import { KINDS } from '../content/content-kinds.ts';
import { belowText } from './entry-text.ts';

/** Describes restored items, and their new slugs and positions. */
export function restoredText(items: readonly RestoredItem[]): { title: string; description: string } {
  const [first] = items;
  if (!first) return { title: 'Nothing restored', description: '' };
  const { Name, Names } = KINDS[first.type];
  if (items.length === 1)
    return { title: `${Name} restored`, description: [oneText(first), ...changesOf(first)].join(' ') };
  const slugs = items.filter(({ newSlug, newSlugsBelow }) => newSlug !== null || newSlugsBelow > 0).length;
  const last = items.filter(({ isLast }) => isLast).length;
  const sentences = [
    `${many(items.length, first.type)} have been restored successfully.`,
    ...(slugs > 0 ? [`${many(slugs, first.type)} got new slugs, because theirs were taken.`] : []),
    ...(last > 0 ? [`${many(last, first.type)} went to the end of the list.`] : []),
  ];
  return { title: `${Names} restored`, description: sentences.join(' ') };
}

function oneText(item: RestoredItem): string {
  const below = belowText(item);
  return `“${item.title}” has been restored successfully${below === '' ? '' : `, with ${below}`}.`;
}

function changesOf({ newSlug, newSlugsBelow, isLast }: RestoredItem): string[] {
  return [
    ...(newSlug === null ? [] : [`Its slug was taken, so it is now “${newSlug}”.`]),
    ...(newSlugsBelow > 0 ? [`${many(newSlugsBelow, 'item')} below it got new slugs.`] : []),
    ...(isLast ? ['Its position was taken, so it is the last one.'] : []),
  ];
}
