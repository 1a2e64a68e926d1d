import { queryOptions } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { dropletQuery, oceanQuery, waveQuery } from '#features/catalogue/web/items/queries.ts';
import { type Cue, parseWebVtt } from '#platform/text/captions/parse-webvtt.ts';
import type { Api } from '#platform/web/api-client.ts';
import type { Item } from '../content/content-kinds.ts';

const ITEM_QUERIES = { ocean: oceanQuery, wave: waveQuery, droplet: dropletQuery };

/** Fetches an item of any level; null when there is none. */
export function itemQuery(api: Api, type: ItemType, id: number) {
  const { queryKey, queryFn } = ITEM_QUERIES[type](api, id);
  return queryOptions({
    queryKey: [...queryKey],
    queryFn: queryFn as () => Promise<Item | null>,
  });
}

/** Fetches and parses captions for their editor. */
export const cuesQuery = (url: string) =>
  queryOptions({
    queryKey: ['cues', url],
    queryFn: () => fetchCues(url),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Fetches and parses captions. Throws when there are none. */
export async function fetchCues(url: string): Promise<Cue[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  const cues = parseWebVtt(await response.text());
  if (!cues) throw new Error('No WebVTT');
  return cues;
}
