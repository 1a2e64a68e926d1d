import { toBoolean } from '#platform/database/dialect.ts';
import type { AdditionalResource } from '../contract.ts';
import type { ContentRow } from './content-tables.ts';

/** What may be said of an item when it is changed; its level's schema has looked at it. */
export interface Change {
  title?: string;
  slug?: string;
  description?: string;
  imageUrl?: string | null;
  mediaType?: string;
  mediaUrl?: string | null;
  captionsUrl?: string | null;
  accessType?: string;
  isPublished?: boolean;
  isSample?: boolean;
  duration?: number;
  keywords?: string[];
  additionalResources?: AdditionalResource[];
  oceanId?: number;
  waveId?: number;
  /** The version that the editor began from. */
  expectedVersion?: number;
}

type Kind = 'plain' | 'flag' | 'json';

const COLUMNS: Record<Exclude<keyof Change, 'expectedVersion'>, [column: string, kind: Kind]> = {
  title: ['title', 'plain'],
  slug: ['slug', 'plain'],
  description: ['description', 'plain'],
  imageUrl: ['image_url', 'plain'],
  mediaType: ['media_type', 'plain'],
  mediaUrl: ['media_url', 'plain'],
  captionsUrl: ['captions_url', 'plain'],
  accessType: ['access_type', 'plain'],
  isPublished: ['is_published', 'flag'],
  isSample: ['is_sample', 'flag'],
  duration: ['duration', 'plain'],
  keywords: ['keywords', 'json'],
  additionalResources: ['additional_resources', 'json'],
  oceanId: ['ocean_id', 'plain'],
  waveId: ['wave_id', 'plain'],
};

/** What a change makes different: the columns to write, and each field before and after, in the contract's words. */
export interface Difference {
  columns: Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

export function differenceOf(row: ContentRow, change: Change): Difference {
  const difference: Difference = { columns: {}, before: {}, after: {} };
  for (const [field, after] of Object.entries(change)) {
    const [column, kind] = COLUMNS[field as keyof typeof COLUMNS] ?? [];
    if (column === undefined || after === undefined) continue;
    const before = fromColumn((row as unknown as Record<string, unknown>)[column], kind as Kind);
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
