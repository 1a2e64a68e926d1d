import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import type { Droplet, Ocean, Wave } from '../../contract/schemas.ts';
import { cachedItem } from './cached-item.ts';
import { dropletQuery, oceanQuery, waveQuery } from './queries.ts';

/* Each hook fetches one item, and shows it from a cached list until then. Its data is null when the item
   does not exist. An undefined id sends no request. */

export function useOcean(id: number | undefined): UseQueryResult<Ocean | null> {
  const queries = useQueryClient();
  return useQuery({
    ...oceanQuery(useApi(), id ?? 0),
    enabled: id !== undefined,
    placeholderData: () => cachedItem(queries, 'ocean', id ?? 0),
  });
}

export function useWave(id: number | undefined): UseQueryResult<Wave | null> {
  const queries = useQueryClient();
  return useQuery({
    ...waveQuery(useApi(), id ?? 0),
    enabled: id !== undefined,
    placeholderData: () => cachedItem(queries, 'wave', id ?? 0),
  });
}

export function useDroplet(id: number | undefined): UseQueryResult<Droplet | null> {
  const queries = useQueryClient();
  return useQuery({
    ...dropletQuery(useApi(), id ?? 0),
    enabled: id !== undefined,
    placeholderData: () => cachedItem(queries, 'droplet', id ?? 0),
  });
}
