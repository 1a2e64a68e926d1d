import { queryOptions } from '@tanstack/react-query';
import * as calls from '#features/settings/contract/calls.ts';
import type { listSettings } from '#features/settings/contract/endpoints.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';

/** Loads all settings, also the texts of whole pages. Administrators bypass the five-minute cache. */
export const allSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(calls.listSettings), 'all'],
    queryFn: () => api<typeof listSettings>(calls.listSettings),
    staleTime: 0,
    retry: 1,
  });
