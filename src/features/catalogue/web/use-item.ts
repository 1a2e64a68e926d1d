import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import type { Droplet, Ocean, Wave } from '../contract.ts';
import { knownItem } from './known-items.ts';
import { dropletQuery, oceanQuery, waveQuery } from './queries.ts';

/* One item by its id, shown at once when a list has shown it before. Null: there is none. Without an id nothing is asked. */

export function useOcean(id: number | undefined): UseQueryResult<Ocean | null> {
  const queries = useQueryClient();
  return useQuery({
    ...oceanQuery(useApi(), id ?? 0),
    enabled: id !== undefined,
    placeholderData: () => knownItem(queries, 'ocean', id ?? 0),
  });
}

export function useWave(id: number | undefined): UseQueryResult<Wave | null> {
  const queries = useQueryClient();
  return useQuery({
    ...waveQuery(useApi(), id ?? 0),
    enabled: id !== undefined,
    placeholderData: () => knownItem(queries, 'wave', id ?? 0),
  });
}

export function useDroplet(id: number | undefined): UseQueryResult<Droplet | null> {
  const queries = useQueryClient();
  return useQuery({
    ...dropletQuery(useApi(), id ?? 0),
    enabled: id !== undefined,
    placeholderData: () => knownItem(queries, 'droplet', id ?? 0),
  });
}
