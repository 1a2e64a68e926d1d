import type { BreadcrumbList, Graph, LearningResource, VideoObject } from 'schema-dts';
import { instant } from '#platform/text/instants.ts';
import { itemPath } from '../shared/item-address.ts';
import { picturePath } from './preview-picture/picture-address.ts';
import type { PublicItem } from './shared-items.ts';

const LEVELS = { ocean: 'Topic', wave: 'Deep dive', droplet: 'Micro-lesson' } as const;

/**
 * Describes an item for search engines (schema.org). Omits a film's own address, which only entered browsers
 * may fetch.
 */
export function structuredData(shared: PublicItem, publicUrl: string, siteTitle: string): Graph {
  const { kind, item, duration, within, publishedAt, updatedAt } = shared;
  const addressOf = (level: PublicItem['kind'], of: { id: number; slug: string }) =>
    publicUrl + itemPath(level, of);
  const url = addressOf(kind, item);
  const image = publicUrl + picturePath(shared);
  const parent = within.at(-1);
  const resource: LearningResource = {
    '@type': 'LearningResource',
    '@id': url,
    url,
    name: item.title,
    description: item.description,
    image,
    inLanguage: 'en',
    learningResourceType: LEVELS[kind],
    isAccessibleForFree: !item.locked,
    datePublished: instant(publishedAt),
    dateModified: instant(updatedAt),
    provider: { '@type': 'Organization', name: siteTitle, url: publicUrl },
    ...(duration > 0 ? { timeRequired: isoDuration(duration) } : {}),
    ...(item.keywords.length > 0 ? { keywords: item.keywords } : {}),
    ...(parent
      ? {
          isPartOf: {
            '@type': 'LearningResource',
            '@id': addressOf(parent.kind, parent.item),
            name: parent.item.title,
          },
        }
      : {}),
    ...(kind === 'droplet' && item.mediaType === 'video' ? { video: { '@id': `${url}#video` } } : {}),
  };
  const video: VideoObject = {
    '@type': 'VideoObject',
    '@id': `${url}#video`,
    name: item.title,
    description: item.description,
    thumbnailUrl: image,
    uploadDate: instant(publishedAt),
    duration: isoDuration(duration),
    isAccessibleForFree: !item.locked,
    inLanguage: 'en',
    url,
  };
  const crumbs: BreadcrumbList = {
    '@type': 'BreadcrumbList',
    itemListElement: [...within, { kind, item }].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.item.title,
      item: addressOf(step.kind, step.item),
    })),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [resource, ...(resource.video ? [video] : []), crumbs],
  };
}

/** Formats minutes as ISO 8601: `PT1M`, `PT1H5M`, `PT40S`. */
export function isoDuration(minutes: number): string {
  const seconds = Math.max(1, Math.round(60 * minutes));
  const parts = [
    [Math.floor(seconds / 3600), 'H'],
    [Math.floor((seconds % 3600) / 60), 'M'],
    [seconds % 60, 'S'],
  ] as const;
  return `PT${parts.map(([count, unit]) => (count > 0 ? `${count}${unit}` : '')).join('')}`;
}
