import type { BenchSite } from '../process/site.ts';

/** Who asks: what was kept for one must never reach another, and each is measured. */
export type Tier = 'visitor' | 'free';

export interface Answer {
  path: string;
  tier: Tier;
  /** The browser has it already and asks whether it is still good. */
  again?: boolean;
}

const visitor = (path: string): Answer => ({ path, tier: 'visitor' });
const free = (path: string): Answer => ({ path, tier: 'free' });
const asked = (answer: Answer): Answer => ({ ...answer, again: true });

/** Public answers, the same for all readers of a tier: they are kept, and have a limit. */
export const keptAnswers: Answer[] = [
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
  asked(visitor('/api/waves/1/droplets')),
  asked(visitor('/waves/1')),
];

/** On PostgreSQL one of each kind: what is kept does not ask the database. */
export const fewKeptAnswers = keptAnswers.filter(({ path, tier, again }) =>
  tier === 'visitor' && !again
    ? ['/api/oceans', '/api/droplets/3', '/app', '/waves/1'].includes(path)
    : false,
);

/** What belongs to one person: made for each call, without a limit. */
export const personalAnswers: Answer[] = [
  free('/api/user'),
  free('/api/favorites'),
  free('/api/favorites/items'),
  free('/api/favorites/check-many?items=droplet:1,droplet:9,wave:1'),
];

export const nameOf = ({ path, tier, again }: Answer): string =>
  [`\`${path}\``, tier === 'free' ? 'signed in, free' : '', again ? '304' : ''].filter(Boolean).join(', ');

/** What the reader's browser sends. */
export const headersFor = (site: BenchSite, { tier }: Answer): Record<string, string> => ({
  'accept-encoding': 'br',
  cookie: site[tier],
});
