import type { FieldErrors, Resolver } from 'react-hook-form';
import {
  DEFAULT_DROPLET_DURATION,
  DEFAULT_WAVE_DURATION,
  NewDroplet,
  NewOcean,
  NewWave,
} from '#features/catalogue/contract/form-schemas.ts';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { coverAddress } from '#features/catalogue/web/covers/cover.tsx';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';
import type { Item } from '../content/content-kinds.ts';

export interface ResourceValues {
  title: string;
  url: string;
  type: string;
  duration: number | null;
  size: string;
}

/** Values of the form's fields. Each level uses its own. A contract field missing here is a compile error. */
export interface ItemValues extends Record<keyof NewOcean | keyof NewWave | keyof NewDroplet, unknown> {
  title: string;
  description: string;
  imageUrl: string;
  imageAlt: string;
  mediaType: string;
  mediaUrl: string;
  captionsUrl: string;
  captionsLanguage: string;
  furtherCaptions: { language: string; url: string }[];
  accessType: 'free' | 'premium';
  isPublished: boolean;
  isSample: boolean;
  slug: string;
  /** Separated by commas. */
  keywords: string;
  duration: number;
  oceanId: number;
  waveId: number;
  additionalResources: ResourceValues[];
}

const SCHEMAS = { ocean: NewOcean, wave: NewWave, droplet: NewDroplet };

/** Validates with the contract's schema, so that form and server agree. */
export const itemResolver = (kind: ItemType) =>
  zodResolver(SCHEMAS[kind] as typeof NewOcean) as unknown as Resolver<ItemValues, unknown, object>;

const FIELDS: Record<ItemType, ReadonlySet<string>> = {
  ocean: new Set(Object.keys(NewOcean.shape)),
  wave: new Set(Object.keys(NewWave.shape)),
  droplet: new Set(Object.keys(NewDroplet.shape)),
};

export const hasField = (kind: ItemType, path: string): boolean => FIELDS[kind].has(path.split('.')[0] ?? '');

/** The parent's fields that a new item needs. */
interface Parent {
  id: number;
  accessType: 'free' | 'premium';
}

/**
 * Returns values of a new item, which inherits its parent's access (other defaults: specification, section
 * 3).
 */
export const newValues = (kind: ItemType, parent: Parent | undefined): ItemValues => ({
  title: '',
  description: '',
  imageUrl: '',
  imageAlt: '',
  mediaType: kind === 'droplet' ? 'video' : 'none',
  mediaUrl: '',
  captionsUrl: '',
  captionsLanguage: '',
  furtherCaptions: [],
  accessType: parent?.accessType ?? 'premium',
  isPublished: false,
  isSample: false,
  slug: '',
  keywords: '',
  duration: kind === 'droplet' ? DEFAULT_DROPLET_DURATION : DEFAULT_WAVE_DURATION,
  oceanId: kind === 'wave' ? (parent?.id ?? 0) : 0,
  waveId: kind === 'droplet' ? (parent?.id ?? 0) : 0,
  additionalResources: [],
});

/** Returns values of an existing item. */
export function valuesOf(kind: ItemType, item: Item): ItemValues {
  return {
    title: item.title,
    description: item.description,
    // Oceans and waves need a picture. The default is the generated cover that readers see.
    imageUrl: item.imageUrl ?? (kind === 'droplet' ? '' : coverAddress(kind, item)),
    imageAlt: item.imageAlt ?? '',
    mediaType: item.mediaType,
    mediaUrl: item.mediaUrl ?? '',
    captionsUrl: item.captionsUrl ?? '',
    captionsLanguage: item.captionsLanguage ?? '',
    furtherCaptions: item.furtherCaptions.map(({ language, url }) => ({ language, url })),
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

/** Returns names of the fields that differ between two forms. */
export const differingFields = (kind: ItemType, a: ItemValues, b: ItemValues): (keyof ItemValues)[] =>
  (Object.keys(a) as (keyof ItemValues)[]).filter(
    (field) => hasField(kind, field) && JSON.stringify(a[field]) !== JSON.stringify(b[field]),
  );

/** Finds an error's text by its path, also in lists. */
export function errorAt(errors: FieldErrors<ItemValues>, path: string): string | undefined {
  let at: unknown = errors;
  for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  // A single keyword has no field, so the error belongs to the list.
  const index = Array.isArray(at) ? at.findIndex((entry) => typeof entry?.message === 'string') : -1;
  if (Array.isArray(at) && index >= 0) return `Keyword ${index + 1}: ${at[index].message}`;
  const error = at as { message?: unknown; root?: { message?: unknown } } | undefined;
  const message = error?.message ?? error?.root?.message;
  return typeof message === 'string' ? message : undefined;
}
