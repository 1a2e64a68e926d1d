import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { listUploads } from '../contract/endpoints.ts';
import type { Upload } from '../contract/schemas.ts';

/** Interval of polls in ms, while something is being prepared. */
const POLL_INTERVAL = 1_500;

/** Tells whether the state of an upload changes without user action. */
export const isUnderway = ({ status }: Pick<Upload, 'status'>): boolean =>
  status === 'waiting' || status === 'preparing';

/** Queries the upload of a file name, as a list of one or none. Polls while it is being prepared. */
export const uploadQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...keyOf(calls.listUploads), 'name', name],
    queryFn: () => api<typeof listUploads>(calls.listUploads, { query: { name } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? POLL_INTERVAL : false),
  });

/** Queries films and sounds that are not ready, newest first. */
export const unfinishedQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(calls.listUploads), 'unfinished'],
    queryFn: () => api<typeof listUploads>(calls.listUploads, { query: { unfinished: 'true', limit: '50' } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderway) ? POLL_INTERVAL : false),
  });
