import { queryOptions, useQuery } from '@tanstack/react-query';
import { MINUTE } from '#platform/text/time-units.ts';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../contract/calls.ts';
import type { listSettings } from '../contract/endpoints.ts';
import type { Setting } from '../contract/schemas.ts';
import { SETTING_DEFAULTS, type SettingKey } from '../shared/setting-defaults.ts';

/** Stale time in ms: five minutes (specification, section 9). */
export const SETTINGS_STALE_AFTER = 5 * MINUTE;

/** Queries the settings. A second failure yields an empty list, and so the defaults. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: keyOf(calls.listSettings),
    queryFn: () => api<typeof listSettings>(calls.listSettings),
    staleTime: SETTINGS_STALE_AFTER,
    retry: 1,
  });

export function readSetting(settings: readonly Setting[] | undefined, key: SettingKey): string {
  return settings?.find((setting) => setting.key === key)?.value ?? SETTING_DEFAULTS[key];
}

/** Returns a reader of setting values: `const setting = useSettings(); setting('site.title')`. */
export function useSettings(): (key: SettingKey) => string {
  const { data } = useQuery(settingsQuery(useApi()));
  return (key) => readSetting(data, key);
}
