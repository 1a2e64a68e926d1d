import type { Call } from '#platform/http/contract/call.ts';

/** Characters of a search. */
export const MAX_SEARCH_LENGTH = 200;

export const listOceans = {
  method: 'GET',
  path: '/api/oceans',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const getOcean = {
  method: 'GET',
  path: '/api/oceans/:id',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const listWaves = {
  method: 'GET',
  path: '/api/oceans/:id/waves',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const getWave = {
  method: 'GET',
  path: '/api/waves/:id',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const listDroplets = {
  method: 'GET',
  path: '/api/waves/:id/droplets',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const getDroplet = {
  method: 'GET',
  path: '/api/droplets/:id',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const getTree = {
  method: 'GET',
  path: '/api/tree',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const listKeywords = {
  method: 'GET',
  path: '/api/explore/keywords',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const exploreDroplets = {
  method: 'GET',
  path: '/api/explore/droplets',
  access: 'anyone',
  cacheable: true,
  gated: true,
} as const satisfies Call;

export const getFirstLesson = {
  method: 'GET',
  path: '/api/first-lesson',
  access: 'anyone',
  cacheable: true,
} as const satisfies Call;

export const savePlayerPreferences = {
  method: 'PUT',
  path: '/api/player-preferences',
  access: 'anyone',
} as const satisfies Call;

/**
 * Cookie with the player's preferences as JSON. Scripts read it; the server sets it, because Safari deletes
 * after 7 days what a script has stored.
 */
export const PLAYER_COOKIE = 'stillwater_player';

/** Speeds of the player's menu. */
export const SPEEDS = [0.75, 1, 1.25, 1.5] as const;

/** The calls that read the catalogue. A change of the catalogue may alter each of their responses. */
export const CATALOGUE_READS = [
  listOceans,
  getOcean,
  listWaves,
  getWave,
  listDroplets,
  getDroplet,
  getTree,
  listKeywords,
  exploreDroplets,
  getFirstLesson,
] as const;
