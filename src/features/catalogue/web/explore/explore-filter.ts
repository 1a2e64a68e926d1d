import { withQuery } from '../items/selection/address-query.ts';

/** The filter of Explore. The page's address holds it. */
export interface ExploreFilter {
  /** The search text, trimmed; empty for none. */
  q: string;
  /** The selected keyword; empty for none. */
  keyword: string;
}

/** Reads the filter from a query. */
export function readFilter(search: string | URLSearchParams): ExploreFilter {
  const query = new URLSearchParams(search);
  return { q: (query.get('q') ?? '').trim(), keyword: (query.get('keyword') ?? '').trim() };
}

/** Returns the address of Explore with this filter. */
export function exploreAddress({ q, keyword }: ExploreFilter): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (keyword !== '') query.set('keyword', keyword);
  return withQuery('/explore', query);
}

/** Selects a keyword and clears the text, or deselects the selected keyword and leaves the text. */
export function toggleKeyword(filter: ExploreFilter, keyword: string): ExploreFilter {
  return filter.keyword === keyword ? { ...filter, keyword: '' } : { q: '', keyword };
}

/** Explains an empty result, under the title 'No droplets found'. */
export function whyEmpty({ q, keyword }: ExploreFilter): string {
  if (q !== '' && keyword !== '') return `Nothing tagged with "${keyword}" matches "${q}"`;
  if (q !== '') return `Nothing matches "${q}"`;
  if (keyword !== '') return `Nothing is tagged with "${keyword}"`;
  return 'No droplets are available yet';
}
