import { useQuery } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import { INTRO_DEFAULTS, type IntroKey } from '../../shared/intro-defaults.ts';
import { settingsQuery } from '../site-settings.ts';

/** Returns a page's introduction: the administrator's, or the default. */
export function useIntro(key: IntroKey): string {
  const { data } = useQuery(settingsQuery(useApi()));
  return data?.find((setting) => setting.key === key)?.value ?? INTRO_DEFAULTS[key];
}
