import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export const CONTENT_PATH = '/admin/content';
const CONTENT_TABS = ['oceans', 'waves', 'droplets', 'signups'] as const;
export type ContentTab = (typeof CONTENT_TABS)[number];

/** What is chosen on the content page; it lives in the address. */
export interface ContentPlace {
  tab: ContentTab;
  ocean: number | null;
  wave: number | null;
  /** The item in the form; null: the form makes a new one. */
  edit: number | null;
}

export function readPlace(search: URLSearchParams): ContentPlace {
  const tab = search.get('tab') as ContentTab;
  return {
    tab: CONTENT_TABS.includes(tab) ? tab : 'oceans',
    ocean: idOf(search.get('ocean')),
    wave: idOf(search.get('wave')),
    edit: idOf(search.get('edit')),
  };
}

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export function placeHref({ tab, ocean, wave, edit }: ContentPlace): string {
  const chosen = Object.entries({ tab: tab === 'oceans' ? null : tab, ocean, wave, edit });
  const query = new URLSearchParams(
    chosen.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  ).toString();
  return query === '' ? CONTENT_PATH : `${CONTENT_PATH}?${query}`;
}

interface Known {
  id: number;
}

/** Where a tab leads: the first ocean or wave where none is chosen; the oceans forget the choice. */
export function placeOfTab(
  tab: ContentTab,
  at: ContentPlace,
  oceans: readonly Known[],
  waves: readonly Known[],
): ContentPlace {
  if (tab === 'oceans') return { tab, ocean: null, wave: null, edit: null };
  if (tab === 'signups') return { ...at, tab, edit: null };
  const ocean = at.ocean ?? oceans[0]?.id ?? null;
  if (tab === 'waves') return { ...at, tab, ocean, edit: null };
  return { tab, ocean, wave: at.wave ?? waves[0]?.id ?? null, edit: null };
}

/** The place, and the way to another one. */
export function useContentPlace(): [ContentPlace, (place: ContentPlace, how?: { replace: boolean }) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const place = useMemo(() => readPlace(new URLSearchParams(search)), [search]);
  const go = useCallback(
    (next: ContentPlace, how?: { replace: boolean }) => navigate(placeHref(next), how),
    [navigate],
  );
  return [place, go];
}
