export const ANALYTICS_PATH = '/admin/analytics';

export const SPANS = ['28', '7', 'month', 'all', 'days'] as const;
export const COMPARISONS = ['before', 'year', 'nothing'] as const;

/** The page's state: a period, the comparison, and the wave or ocean whose parts to show. */
export interface AnalyticsAddress {
  span: (typeof SPANS)[number];
  against: (typeof COMPARISONS)[number];
  /** First and last day, such as `2026-11-22`, for the span `days`; otherwise empty. */
  from: string;
  to: string;
  /** Wave or ocean, such as `wave-3`. Empty: the most opened one. */
  parent: string;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null): T =>
  values.find((known) => known === value) ?? (values[0] as T);

/** Parses the address's query. Defaults replace missing and invalid values. */
export function readAnalyticsAddress(search: URLSearchParams): AnalyticsAddress {
  const span = oneOf(SPANS, search.get('span'));
  const day = (name: string) => {
    const value = search.get(name) ?? '';
    return span === 'days' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : '';
  };
  const parent = search.get('parent') ?? '';
  return {
    span,
    against: oneOf(COMPARISONS, search.get('against')),
    from: day('from'),
    to: day('to'),
    parent: /^(wave|ocean)-[1-9]\d{0,14}$/.test(parent) ? parent : '',
  };
}

/** Tells whether the address has the days that its span needs. */
export const hasDays = ({ span, from, to }: AnalyticsAddress): boolean =>
  span !== 'days' || (from !== '' && to !== '');

/** Returns the query of a call: days only for the span `days`, and only a chosen parent. */
export function usageQueryOf({ span, against, from, to, parent }: AnalyticsAddress) {
  return {
    span,
    against,
    ...(span === 'days' ? { from, to } : {}),
    ...(parent === '' ? {} : { parent }),
  };
}

/** Returns the page's address. */
export function analyticsHref(address: AnalyticsAddress): string {
  const values = Object.entries(usageQueryOf(address)).filter(
    ([name, value]) => !(name === 'span' && value === '28') && !(name === 'against' && value === 'before'),
  );
  return values.length === 0 ? ANALYTICS_PATH : `${ANALYTICS_PATH}?${new URLSearchParams(values)}`;
}
