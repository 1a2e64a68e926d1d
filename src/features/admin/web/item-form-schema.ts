import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  DEFAULT_DROPLET_DURATION,
  DEFAULT_WAVE_DURATION,
  NewDroplet,
  NewOcean,
  NewWave,
} from '#features/catalogue/content-schema.ts';
import type { ItemType } from '#features/catalogue/contract.ts';
import { coverAddress } from '#features/catalogue/web/cover.tsx';
import type { Item } from './content-kinds.ts';

export interface ResourceValues {
  title: string;
  url: string;
  type: string;
  duration: number | null;
  size: string;
}

/**
 * What stands in the form's fields; each level reads those that it has. The record is why a field that the contract has and
 * the form forgot does not compile.
 */
export interface ItemValues extends Record<keyof NewOcean | keyof NewWave | keyof NewDroplet, unknown> {
  title: string;
  description: string;
  imageUrl: string;
  mediaType: string;
  mediaUrl: string;
  captionsUrl: string;
  accessType: 'free' | 'premium';
  isPublished: boolean;
  isSample: boolean;
  slug: string;
  /** With commas. */
  keywords: string;
  duration: number;
  oceanId: number;
  waveId: number;
  additionalResources: ResourceValues[];
}

const SCHEMAS = { ocean: NewOcean, wave: NewWave, droplet: NewDroplet };

/** The contract's own schema decides, so that the form and the server say the same. */
export const itemResolver = (kind: ItemType) =>
  zodResolver(SCHEMAS[kind] as typeof NewOcean) as unknown as Resolver<ItemValues, unknown, object>;

const FIELDS: Record<ItemType, ReadonlySet<string>> = {
  ocean: new Set(Object.keys(NewOcean.shape)),
  wave: new Set(Object.keys(NewWave.shape)),
  droplet: new Set(Object.keys(NewDroplet.shape)),
};

export const hasField = (kind: ItemType, path: string): boolean => FIELDS[kind].has(path.split('.')[0] ?? '');

/** A form for a new item (specification, section 3). */
export const newValues = (kind: ItemType, parentId: number | null): ItemValues => ({
  title: '',
  description: '',
  imageUrl: '',
  mediaType: kind === 'droplet' ? 'video' : 'none',
  mediaUrl: '',
  captionsUrl: '',
  accessType: 'premium',
  isPublished: false,
  isSample: false,
  slug: '',
  keywords: '',
  duration: kind === 'droplet' ? DEFAULT_DROPLET_DURATION : DEFAULT_WAVE_DURATION,
  oceanId: kind === 'wave' ? (parentId ?? 0) : 0,
  waveId: kind === 'droplet' ? (parentId ?? 0) : 0,
  additionalResources: [],
});

/** A form that changes an item. */
export function valuesOf(kind: ItemType, item: Item): ItemValues {
  return {
    title: item.title,
    description: item.description,
    // Oceans and waves need a picture: the drawn one that is shown for it, where there is no other.
    imageUrl: item.imageUrl ?? (kind === 'droplet' ? '' : coverAddress(kind, item)),
    mediaType: item.mediaType,
    mediaUrl: item.mediaUrl ?? '',
    captionsUrl: item.captionsUrl ?? '',
    accessType: item.accessType,
    isPublished: item.isPublished,
    isSample: 'isSample' in item && item.isSample,
    slug: item.slug,
    keywords: item.keywords.join(', '),
    duration: 'duration' in item ? item.duration : 1,
    oceanId: 'oceanId' in item ? item.oceanId : 0,
    waveId: 'waveId' in item ? item.waveId : 0,
    additionalResources: item.additionalResources.map((resource) => ({
      title: resource.title,
      url: resource.url,
      type: resource.type,
      duration: resource.duration,
      size: resource.size ?? '',
    })),
  };
}

/** The fields in which two forms differ. */
export const differingFields = (kind: ItemType, a: ItemValues, b: ItemValues): (keyof ItemValues)[] =>
  (Object.keys(a) as (keyof ItemValues)[]).filter(
    (field) => hasField(kind, field) && JSON.stringify(a[field]) !== JSON.stringify(b[field]),
  );

/** The fields' names for people. */
export const FIELD_LABELS: Record<keyof ItemValues, string> = {
  title: 'Title',
  description: 'Description',
  imageUrl: 'Image URL',
  mediaType: 'Media type',
  mediaUrl: 'Media URL',
  captionsUrl: 'Captions URL',
  accessType: 'Access',
  isPublished: 'Published',
  isSample: 'Free sample',
  slug: 'Slug',
  keywords: 'Keywords',
  duration: 'Duration',
  oceanId: 'Ocean',
  waveId: 'Wave',
  additionalResources: 'Additional resources',
};

/** An error's text, wherever in the form it stands. */
export function errorAt(errors: FieldErrors<ItemValues>, path: string): string | undefined {
  let at: unknown = errors;
  for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  const error = at as { message?: unknown; root?: { message?: unknown } } | undefined;
  const message = error?.message ?? error?.root?.message;
  return typeof message === 'string' ? message : undefined;
}
