/** What Explore is asked for; the address holds it. */
export interface ExploreFilter {
  /** The text, trimmed; empty for none. */
  q: string;
  keyword: string;
}

export function readFilter(search: string | URLSearchParams): ExploreFilter {
  const query = new URLSearchParams(search);
  return { q: (query.get('q') ?? '').trim(), keyword: (query.get('keyword') ?? '').trim() };
}

export function exploreAddress({ q, keyword }: ExploreFilter): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (keyword !== '') query.set('keyword', keyword);
  return query.size === 0 ? '/explore' : `/explore?${query}`;
}

/** A click on a keyword chooses it and clears the text; on the chosen one, it only lets go of it. */
export function toggleKeyword(filter: ExploreFilter, keyword: string): ExploreFilter {
  return filter.keyword === keyword ? { ...filter, keyword: '' } : { q: '', keyword };
}

/** Why there is nothing, under 'No droplets found'. */
export function whyEmpty({ q, keyword }: ExploreFilter): string {
  if (q !== '' && keyword !== '') return `Nothing tagged with "${keyword}" matches "${q}"`;
  if (q !== '') return `Nothing matches "${q}"`;
  if (keyword !== '') return `Nothing is tagged with "${keyword}"`;
  return 'No droplets are available yet';
}
