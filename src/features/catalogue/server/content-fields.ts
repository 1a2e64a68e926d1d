import { toBoolean } from '#platform/database/dialect.ts';
import type { Droplet } from '../contract.ts';
import type { DropletContent } from '../transfer-contract.ts';
import type { ContentRow } from './content-tables.ts';

/* The contract's fields and the columns that keep them. Items are added, changed, copied and exported by this table; what
   a reader gets to see of them is decided in rows.ts. */

type Kind = 'plain' | 'flag' | 'json';
type Column = readonly [name: string, kind: Kind];

/** What an item says of itself; a level that lacks a field has no such column. */
const CONTENT: Record<keyof DropletContent, Column> = {
  slug: ['slug', 'plain'],
  title: ['title', 'plain'],
  description: ['description', 'plain'],
  imageUrl: ['image_url', 'plain'],
  mediaType: ['media_type', 'plain'],
  mediaUrl: ['media_url', 'plain'],
  captionsUrl: ['captions_url', 'plain'],
  accessType: ['access_type', 'plain'],
  isPublished: ['is_published', 'flag'],
  keywords: ['keywords', 'json'],
  additionalResources: ['additional_resources', 'json'],
  duration: ['duration', 'plain'],
  isSample: ['is_sample', 'flag'],
};

const COLUMNS: Record<string, Column | undefined> = {
  ...CONTENT,
  oceanId: ['ocean_id', 'plain'],
  waveId: ['wave_id', 'plain'],
};

/** What may be said of an item when it is changed; its level's schema has looked at it. */
export interface Change extends Partial<Omit<DropletContent, 'mediaType'>> {
  mediaType?: Droplet['mediaType'] | 'none';
  oceanId?: number;
  waveId?: number;
  /** The version that the editor began from. */
  expectedVersion?: number;
}

/** The columns of an item that is to be added. */
export const toColumns = (item: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).flatMap(([field, value]) => {
      const [column, kind] = CONTENT[field as keyof DropletContent] ?? [];
      return column ? [[column, kind === 'json' ? JSON.stringify(value) : value]] : [];
    }),
  );

/** What an item says of itself, as it could be added again. */
export const fromColumns = (row: ContentRow): DropletContent =>
  Object.fromEntries(
    Object.entries(CONTENT).flatMap(([field, [column, kind]]) =>
      column in row ? [[field, fromColumn(row[column as keyof ContentRow], kind)]] : [],
    ),
  ) as unknown as DropletContent;

/** What a change makes different: the columns to write, and each field before and after, in the contract's words. */
export interface Difference {
  columns: Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export function differenceOf(row: ContentRow, change: Change): Difference {
  const difference: Difference = { columns: {}, before: {}, after: {} };
  for (const [field, after] of Object.entries(change)) {
    const [column, kind] = COLUMNS[field] ?? [];
    if (column === undefined || kind === undefined || after === undefined) continue;
    const before = fromColumn(row[column as keyof ContentRow], kind);
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    difference.columns[column] = kind === 'json' ? JSON.stringify(after) : after;
    difference.before[field] = before;
    difference.after[field] = after;
  }
  return difference;
}

function fromColumn(value: unknown, kind: Kind): unknown {
  if (kind === 'flag') return toBoolean(value as boolean | number);
  return kind === 'json' ? JSON.parse(value as string) : value;
}
