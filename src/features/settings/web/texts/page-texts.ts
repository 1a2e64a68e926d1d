import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Api } from '#platform/web/api-client.ts';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { listSettings } from '../../contract/endpoints.ts';
import { isPageText } from '../../shared/page-texts/is-page-text.ts';
import type { PageTextKey } from '../../shared/page-texts/page-texts.ts';
import type { RichTextNames } from '../../shared/rich-text.ts';
import { SETTINGS_STALE_AFTER, useSettings } from '../site-settings.ts';

/** Loads the texts of whole pages, which the rendered settings leave out. */
const pageTextsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...keyOf(calls.listSettings), 'page-texts'],
    queryFn: async () => {
      const settings = await api<typeof listSettings>(calls.listSettings);
      return settings.filter(({ key }) => isPageText(key));
    },
    staleTime: SETTINGS_STALE_AFTER,
    retry: 1,
  });

/** Loads the texts of a page. A failure yields the defaults. */
export async function loadPageTexts({ api, queries }: LoadContext): Promise<undefined> {
  await queries.prefetchQuery(pageTextsQuery(api));
}

/** Returns a text of a page, or its default. */
export function usePageText<Key extends PageTextKey>(key: Key, defaults: Record<Key, string>): string {
  const { data } = useQuery(pageTextsQuery(useApi()));
  return data?.find((setting) => setting.key === key)?.value ?? defaults[key];
}

/** Returns the values of a text's placeholders. */
export function useNames(): RichTextNames {
  const setting = useSettings();
  return { title: setting('site.title'), email: setting('contact.email') };
}
