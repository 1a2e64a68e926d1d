import { queryOptions, useQuery } from '@tanstack/react-query';
import { priceWords } from '#features/subscriptions/shared/price-words.ts';
import { plansOf } from '#features/subscriptions/shared/prices.ts';
import type { Api } from '#platform/web/api-client.ts';
import { type LoadContext, useApi } from '#platform/web/page.ts';
import { keyOf } from '#platform/web/query-keys.ts';
import * as calls from '../../contract/calls.ts';
import type { listSettings } from '../../contract/endpoints.ts';
import { isPageText } from '../../shared/page-texts/is-page-text.ts';
import type { PageTextKey } from '../../shared/page-texts/page-texts.ts';
import type { RichTextNames } from '../../shared/rich-text.ts';
import { SETTINGS_STALE_AFTER, useSettings } from '../site-settings.ts';

/**
 * The page that shows a text, by the first part of the text's key. The privacy policy is on the page of the
 * terms.
 */
type TextPage = 'about' | 'contact' | 'terms';

const pageOf = (key: string) => key.slice(0, key.indexOf('.')).replace('privacy', 'terms') as TextPage;

/** Queries the texts of a whole page, which the rendered settings omit. */
const pageTextsQuery = (api: Api, page: TextPage) =>
  queryOptions({
    queryKey: [...keyOf(calls.listSettings), 'page-texts', page],
    queryFn: async () => {
      const settings = await api<typeof listSettings>(calls.listSettings);
      return settings.filter(({ key }) => isPageText(key) && pageOf(key) === page);
    },
    staleTime: SETTINGS_STALE_AFTER,
    retry: 1,
  });

/** Returns the `load` of a page. A failure yields the defaults. */
export const loadPageTexts =
  (page: TextPage) =>
  async ({ api, queries }: LoadContext): Promise<undefined> => {
    await queries.prefetchQuery(pageTextsQuery(api, page));
  };

/** Returns a text of a page, or its default. */
export function usePageText<Key extends PageTextKey>(key: Key, defaults: Record<Key, string>): string {
  const { data } = useQuery(pageTextsQuery(useApi(), pageOf(key)));
  return data?.find((setting) => setting.key === key)?.value ?? defaults[key];
}

/** Returns the values of a text's placeholders. */
export function useNames(): RichTextNames {
  const setting = useSettings();
  const plans = plansOf(setting('subscription.price'), setting('subscription.yearly-price'));
  return {
    title: setting('site.title'),
    email: setting('contact.email'),
    price: plans.map(priceWords).join(' or '),
    period: plans.map(({ interval }) => interval).join(' or '),
  };
}
