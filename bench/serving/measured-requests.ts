import type { BenchSite } from '../process/site.ts';

/** Measured tiers. */
export type Tier = 'visitor' | 'free';

export interface MeasuredRequest {
  path: string;
  tier: Tier;
  /** Whether the request is a revalidation with the ETag. */
  again?: boolean;
}

const visitor = (path: string): MeasuredRequest => ({ path, tier: 'visitor' });
const free = (path: string): MeasuredRequest => ({ path, tier: 'free' });
const revalidated = (request: MeasuredRequest): MeasuredRequest => ({ ...request, again: true });

/** Cacheable responses, equal for all readers of a tier. Their figures have a limit. */
export const cachedRequests: MeasuredRequest[] = [
  visitor('/api/oceans'),
  visitor('/api/oceans/1/waves'),
  visitor('/api/waves/1/droplets'),
  visitor('/api/explore/droplets?limit=40'),
  visitor('/api/explore/droplets?limit=40&q=calm'),
  visitor('/api/explore/keywords'),
  visitor('/api/oceans/1'),
  visitor('/api/droplets/3'),
  visitor('/'),
  visitor('/app'),
  visitor('/oceans/1'),
  visitor('/waves/1'),
  visitor('/droplets/3'),
  free('/api/waves/1/droplets'),
  free('/waves/1'),
  revalidated(visitor('/api/waves/1/droplets')),
  revalidated(visitor('/waves/1')),
];

/** One response of each kind for PostgreSQL, because cached responses do not query the database. */
export const fewCachedRequests = cachedRequests.filter(({ path, tier, again }) =>
  tier === 'visitor' && !again
    ? ['/api/oceans', '/api/droplets/3', '/app', '/waves/1'].includes(path)
    : false,
);

/** Personal responses, computed for each call. Their figures have no limit. */
export const personalRequests: MeasuredRequest[] = [
  free('/api/user'),
  free('/api/favorites'),
  free('/api/favorites/items'),
  free('/api/favorites/check-many?items=droplet:1,droplet:9,wave:1'),
  free('/api/progress'),
];

export const nameOf = ({ path, tier, again }: MeasuredRequest): string =>
  [`\`${path}\``, tier === 'free' ? 'signed in, free' : '', again ? '304' : ''].filter(Boolean).join(', ');

/** Returns the request headers of a reader's browser. */
export const headersFor = (site: BenchSite, { tier }: MeasuredRequest): Record<string, string> => ({
  'accept-encoding': 'br',
  cookie: site[tier],
});
