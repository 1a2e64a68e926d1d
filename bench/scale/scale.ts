import type { Measure } from '../groups.ts';
import { closeScales } from './catalogues.ts';
import { compare, type Question } from './compare.ts';
import { BIG, SMALL } from './sizes.ts';

/** Limit for equal time, within the noise of two measurements. */
const SAME = { atMost: 1.15 };

/**
 * Returns a different item's id in each round. The large catalogue's item is near its middle, shifted by a
 * multiple of 18 positions, the period of free items and samples in the synthetic catalogue. Thus both pages
 * have the same kind of content.
 */
const byId = (kind: keyof typeof SMALL, around: (id: number) => string): Question['path'] => {
  const middle = Math.floor(BIG[kind] / 2 / 18) * 18;
  return (round, big) => around(1 + (round % SMALL[kind]) + (big ? middle : 0));
};

const questions: Question[] = [
  { name: 'an ocean by id', path: byId('oceans', (id) => `/api/oceans/${id}`), limit: SAME },
  { name: 'the waves of an ocean', path: byId('oceans', (id) => `/api/oceans/${id}/waves`), limit: SAME },
  { name: 'a wave by id', path: byId('waves', (id) => `/api/waves/${id}`), limit: SAME },
  { name: 'the droplets of a wave', path: byId('waves', (id) => `/api/waves/${id}/droplets`), limit: SAME },
  { name: 'a droplet by id', path: byId('droplets', (id) => `/api/droplets/${id}`), limit: SAME },
  { name: 'the page of an ocean', path: byId('oceans', (id) => `/oceans/${id}`), limit: SAME },
  { name: 'the page of a wave', path: byId('waves', (id) => `/waves/${id}`), limit: SAME },
  { name: 'the page of a droplet', path: byId('droplets', (id) => `/droplets/${id}`), limit: SAME },
  { name: 'all oceans', path: () => '/api/oceans', perItem: true },
  { name: 'explore without a search', path: () => '/api/explore/droplets?limit=40' },
  { name: 'explore without a limit', path: () => '/api/explore/droplets' },
  ...['/', '/app', '/explore', '/accordion', '/tree', '/classic'].map((path) => ({
    name: `the page \`${path}\``,
    path: () => path,
  })),
];

/** Measures whether a hundred times as many droplets slow down responses that do not grow with them. */
export const measure: Measure = (options) =>
  compare('100,000 droplets against 1,000', options.quick ? questions.slice(0, 2) : questions, options);

export const close = closeScales;
