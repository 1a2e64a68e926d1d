import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export const CONTENT_PATH = '/admin/content';
const CONTENT_TABS = ['oceans', 'waves', 'droplets', 'signups'] as const;
export type ContentTab = (typeof CONTENT_TABS)[number];

/** The content page's state, stored in the URL. */
export interface ContentAddress {
  tab: ContentTab;
  ocean: number | null;
  wave: number | null;
  /** Id of the item in the form; null for a new item. */
  edit: number | null;
}

export function readAddress(search: URLSearchParams): ContentAddress {
  const tab = search.get('tab') as ContentTab;
  return {
    tab: CONTENT_TABS.includes(tab) ? tab : 'oceans',
    ocean: idOf(search.get('ocean')),
    wave: idOf(search.get('wave')),
    edit: idOf(search.get('edit')),
  };
}

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export function addressHref({ tab, ocean, wave, edit }: ContentAddress): string {
  const chosen = Object.entries({ tab: tab === 'oceans' ? null : tab, ocean, wave, edit });
  const query = new URLSearchParams(
    chosen.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  ).toString();
  return query === '' ? CONTENT_PATH : `${CONTENT_PATH}?${query}`;
}

interface Known {
  id: number;
}

/**
 * Returns the address of a tab, with the first ocean or wave if none is chosen. The Oceans tab clears the
 * selection.
 */
export function addressOfTab(
  tab: ContentTab,
  at: ContentAddress,
  oceans: readonly Known[],
  waves: readonly Known[],
): ContentAddress {
  if (tab === 'oceans') return { tab, ocean: null, wave: null, edit: null };
  if (tab === 'signups') return { ...at, tab, edit: null };
  const ocean = at.ocean ?? oceans[0]?.id ?? null;
  if (tab === 'waves') return { ...at, tab, ocean, edit: null };
  return { tab, ocean, wave: at.wave ?? waves[0]?.id ?? null, edit: null };
}

/** Returns the current content address, and a function that navigates to another. */
export function useContentAddress(): [
  ContentAddress,
  (address: ContentAddress, how?: { replace: boolean }) => void,
] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readAddress(new URLSearchParams(search)), [search]);
  const go = useCallback(
    (next: ContentAddress, how?: { replace: boolean }) => navigate(addressHref(next), how),
    [navigate],
  );
  return [address, go];
}
