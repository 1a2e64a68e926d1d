import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import * as calls from '#features/catalogue/contract/schedule-calls.ts';
import type * as endpoints from '#features/catalogue/contract/schedule-endpoints.ts';
import { TIME_ZONE } from '#features/settings/shared/calendar-defaults.ts';
import { ownTimeZone } from '#platform/text/time-zones.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import { allSettingsQuery } from '../settings/all-settings.ts';

export const scheduleQuery = (api: Api, from: number, to: number) =>
  queryOptions({
    queryKey: [...keyOf(calls.listSchedule), from, to],
    queryFn: () =>
      api<typeof endpoints.listSchedule>(calls.listSchedule, {
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      }),
    staleTime: 0,
  });

export const draftsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listDrafts),
    queryFn: () => api<typeof endpoints.listDrafts>(calls.listDrafts),
    staleTime: 0,
  });

export const planQuery = (api: Api, type: ItemType, id: number) =>
  queryOptions({
    queryKey: keyOf(calls.getPlan, { type, id }),
    queryFn: () => api<typeof endpoints.getPlan>(calls.getPlan, { params: { type, id } }),
    staleTime: 0,
    retry: false,
  });

type NewPlan = NonNullable<Parameters<typeof savePlan>[3]>;

export type { NewPlan };

export const savePlan = (
  api: Api,
  type: ItemType,
  id: number,
  body: {
    expectedVersion: number;
    publish: 'now' | 'draft' | endpoints.ZonedTime;
    unpublish: endpoints.ZonedTime | null;
  },
) => api<typeof endpoints.setPlan>(calls.setPlan, { params: { type, id }, body });

/** Returns the site's time zone, or this browser's until the owner has chosen one. For the browser only. */
export function useTimeZone(): string {
  const { data: settings } = useQuery(allSettingsQuery(useApi()));
  return settings?.find(({ key }) => key === TIME_ZONE)?.value ?? ownTimeZone();
}
