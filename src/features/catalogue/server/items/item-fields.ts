import type { Insertable } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { ItemTable, Tables } from '#platform/database/tables.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { DropletContent, OceanContent, WaveContent } from '../../contract/transfer-schemas.ts';
import type { Rows } from './levels.ts';

/* The contract's fields and their columns. Items are added, changed, copied, exported and imported by
   these functions; rows.ts decides what a reader sees of them. */

/** Items of each level with all items under them. */
export interface Contents {
  ocean: OceanContent;
  wave: WaveContent;
  droplet: DropletContent;
}

/** Fields of an item that its author sets. */
export interface Fields {
  ocean: Omit<OceanContent, 'waves'>;
  wave: Omit<WaveContent, 'droplets'> & { oceanId: number };
  droplet: DropletContent & { waveId: number };
}

/** New values for fields of any level, already checked by the level's schema. */
export interface Change
  extends Partial<Omit<Fields['ocean'] & Fields['wave'] & Fields['droplet'], 'mediaType'>> {
  mediaType?: Fields[ItemType]['mediaType'];
  /** The version that the editor loaded. */
  expectedVersion?: number;
}

type SharedFields = Omit<Fields['ocean'], 'mediaType'>;

const sharedFields = (row: Rows[ItemType]): SharedFields => ({
  slug: row.slug,
  title: row.title,
  description: row.description,
  imageUrl: row.image_url,
  imageAlt: row.image_alt,
  mediaUrl: row.media_url,
  captionsUrl: row.captions_url,
  captionsLanguage: row.captions_language,
  furtherCaptions: JSON.parse(row.further_captions),
  accessType: row.access_type,
  isPublished: toBoolean(row.is_published),
  keywords: JSON.parse(row.keywords),
  additionalResources: JSON.parse(row.additional_resources),
});

const timedFields = (row: Rows['wave' | 'droplet']) => ({
  duration: row.duration,
  isSample: toBoolean(row.is_sample),
});

/**
 * Columns of the fields of every level that can contain addresses of files. The site keeps an upload while
 * one of them refers to it.
 */
export const ADDRESS_COLUMNS = {
  imageUrl: 'image_url',
  mediaUrl: 'media_url',
  captionsUrl: 'captions_url',
  furtherCaptions: 'further_captions',
  additionalResources: 'additional_resources',
} as const satisfies Partial<Record<keyof SharedFields, keyof Columns<'oceans'>>>;

type AddressField = keyof typeof ADDRESS_COLUMNS;
export const ADDRESS_FIELDS = Object.keys(ADDRESS_COLUMNS) as AddressField[];
/** The addresses of an item. */
export type Addresses = Pick<SharedFields, AddressField>;

/** Lists the addresses in the value of such a field: the value itself, or those of its list's entries. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap(({ url }: { url?: unknown }) => (typeof url === 'string' ? [url] : []));
}

export const toFields: { [T in ItemType]: (row: Rows[T]) => Fields[T] } = {
  ocean: (row) => ({ ...sharedFields(row), mediaType: row.media_type }),
  wave: (row) => ({
    ...sharedFields(row),
    ...timedFields(row),
    mediaType: row.media_type,
    oceanId: row.ocean_id,
  }),
  droplet: (row) => ({
    ...sharedFields(row),
    ...timedFields(row),
    mediaType: row.media_type,
    waveId: row.wave_id,
  }),
};

type Time =
  | 'created_at'
  | 'updated_at'
  | 'published_at'
  | 'publish_at'
  | 'unpublish_at'
  | 'publish_stopped_at';
type Managed = 'id' | 'position' | 'image_blur' | 'version' | Time;
/** Every column of a level that holds a field. */
type Columns<Table extends ItemTable> = Required<Omit<Insertable<Tables[Table]>, Managed>>;

const sharedColumns = (fields: SharedFields): Omit<Columns<'oceans'>, 'media_type'> => ({
  slug: fields.slug,
  title: fields.title,
  description: fields.description,
  image_url: fields.imageUrl,
  image_alt: fields.imageAlt,
  media_url: fields.mediaUrl,
  captions_url: fields.captionsUrl,
  captions_language: fields.captionsLanguage,
  further_captions: JSON.stringify(fields.furtherCaptions),
  access_type: fields.accessType,
  is_published: fields.isPublished,
  keywords: JSON.stringify(fields.keywords),
  additional_resources: JSON.stringify(fields.additionalResources),
});

export const toColumns = {
  ocean: (fields: Fields['ocean']): Columns<'oceans'> => ({
    ...sharedColumns(fields),
    media_type: fields.mediaType,
  }),
  wave: (fields: Fields['wave']): Columns<'waves'> => ({
    ...sharedColumns(fields),
    media_type: fields.mediaType,
    duration: fields.duration,
    is_sample: fields.isSample,
    ocean_id: fields.oceanId,
  }),
  droplet: (fields: Fields['droplet']): Columns<'droplets'> => ({
    ...sharedColumns(fields),
    media_type: fields.mediaType,
    duration: fields.duration,
    is_sample: fields.isSample,
    wave_id: fields.waveId,
  }),
};

/** Fields that a change alters, with their values before and after. */
export interface Difference {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export function differenceOf(fields: Fields[ItemType], change: Change): Difference {
  const present = new Map(Object.entries(fields));
  const changed = Object.entries(change).filter(
    ([field, value]) =>
      present.has(field) &&
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(present.get(field)),
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, present.get(field)])),
    after: Object.fromEntries(changed),
  };
}
