import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { Landing } from '#features/signups/web/landing/landing.tsx';
import { type LoadContext, type PageProps, useApi } from '#platform/web/page.ts';
import { itemAt } from '../shared/item-address.ts';
import { sharedItemQuery } from './shared-item-query.ts';
import { SharedLink } from './shared-link.tsx';

export async function load({ api, queries, params, search }: LoadContext): Promise<undefined> {
  const name = itemAt(params.path ?? '', search);
  // Without the item, the page is the landing page.
  if (name) await queries.prefetchQuery(sharedItemQuery(api, name));
}

/** Replaces the page of an item until the visitor has entered. */
export function Page({ params }: PageProps) {
  const search = useSearch();
  const name = itemAt(params.path ?? '', new URLSearchParams(search));
  const { data: item } = useQuery({
    ...sharedItemQuery(useApi(), name ?? { kind: 'ocean', id: 0 }),
    enabled: name !== null,
  });
  return item ? <SharedLink item={item} /> : <Landing source="gate" />;
}
