import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { useApi } from '#platform/web/page.ts';
import type { listSettings, Setting } from '../contract.ts';
import { SETTING_DEFAULTS, type SettingKey } from '../shared/setting-defaults.ts';

/** Five minutes, as the specification says (section 9). */
const SETTINGS_STALE_AFTER = 5 * 60_000;

/** A failed load falls back silently to an empty list, and so to the defaults, after one retry. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['/api/settings'],
    queryFn: () => api<typeof listSettings>('GET /api/settings'),
    staleTime: SETTINGS_STALE_AFTER,
    retry: 1,
  });

export function readSetting(settings: readonly Setting[] | undefined, key: SettingKey): string {
  return settings?.find((setting) => setting.key === key)?.value ?? SETTING_DEFAULTS[key];
}

/** `const setting = useSettings(); setting('site.title')` */
export function useSettings(): (key: SettingKey) => string {
  const { data } = useQuery(settingsQuery(useApi()));
  return (key) => readSetting(data, key);
}
