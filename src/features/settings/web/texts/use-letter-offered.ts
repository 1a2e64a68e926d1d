import { useQuery } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import { settingsQuery } from '../site-settings.ts';

/** Tells whether the owner of the site sends the weekly letter. The default is yes. */
export function useLetterOffered(): boolean {
  const { data } = useQuery(settingsQuery(useApi()));
  return data?.find(({ key }) => key === 'letter.offered')?.value !== 'off';
}
