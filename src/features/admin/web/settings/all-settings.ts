import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as calls from '#features/settings/contract/calls.ts';
import type { listSettings } from '#features/settings/contract/endpoints.ts';
import type { Setting } from '#features/settings/contract/schemas.ts';
import { settingsQuery } from '#features/settings/web/site-settings.ts';
import type { Api } from '#platform/web/api-client.ts';
import { keyOf } from '#platform/web/query-keys.ts';

/** Queries all settings, including the texts of whole pages. Administrators bypass the five-minute cache. */
export const allSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(calls.listSettings), 'all'],
    queryFn: () => api<typeof listSettings>(calls.listSettings),
    staleTime: 0,
    retry: 1,
  });

/** Refetches the settings once, for this page and the site around it. */
export async function refetchSettings(queries: QueryClient, api: Api): Promise<void> {
  const { queryKey } = allSettingsQuery(api);
  // Invalidates the texts of visited pages too.
  await queries.invalidateQueries({ queryKey: keyOf(calls.listSettings), refetchType: 'none' });
  await queries.refetchQueries({ queryKey });
  const { data, isInvalidated } = queries.getQueryState<Setting[]>(queryKey) ?? {};
  if (!isInvalidated) queries.setQueryData(settingsQuery(api).queryKey, data);
}
