import type { Call } from '#platform/http/contract/call.ts';

/* Changes of the catalogue by administrators and editors. */

/** The most items of one bulk change. */
export const MAX_BULK = 500;

export const createOcean = {
  method: 'POST',
  path: '/api/oceans',
  access: 'editor',
} as const satisfies Call;

export const updateOcean = {
  method: 'PUT',
  path: '/api/oceans/:id',
  access: 'editor',
} as const satisfies Call;

export const deleteOcean = {
  method: 'DELETE',
  path: '/api/oceans/:id',
  access: 'editor',
} as const satisfies Call;

export const duplicateOcean = {
  method: 'POST',
  path: '/api/oceans/:id/duplicate',
  access: 'editor',
} as const satisfies Call;

export const createWave = {
  method: 'POST',
  path: '/api/waves',
  access: 'editor',
} as const satisfies Call;

export const updateWave = {
  method: 'PUT',
  path: '/api/waves/:id',
  access: 'editor',
} as const satisfies Call;

export const deleteWave = {
  method: 'DELETE',
  path: '/api/waves/:id',
  access: 'editor',
} as const satisfies Call;

export const duplicateWave = {
  method: 'POST',
  path: '/api/waves/:id/duplicate',
  access: 'editor',
} as const satisfies Call;

export const createDroplet = {
  method: 'POST',
  path: '/api/droplets',
  access: 'editor',
} as const satisfies Call;

export const updateDroplet = {
  method: 'PUT',
  path: '/api/droplets/:id',
  access: 'editor',
} as const satisfies Call;

export const deleteDroplet = {
  method: 'DELETE',
  path: '/api/droplets/:id',
  access: 'editor',
} as const satisfies Call;

export const duplicateDroplet = {
  method: 'POST',
  path: '/api/droplets/:id/duplicate',
  access: 'editor',
} as const satisfies Call;

export const orderOceans = {
  method: 'PUT',
  path: '/api/oceans/order',
  access: 'editor',
} as const satisfies Call;

export const orderWaves = {
  method: 'PUT',
  path: '/api/oceans/:id/waves/order',
  access: 'editor',
} as const satisfies Call;

export const orderDroplets = {
  method: 'PUT',
  path: '/api/waves/:id/droplets/order',
  access: 'editor',
} as const satisfies Call;

export const changeSeveral = {
  method: 'POST',
  path: '/api/content/bulk',
  access: 'editor',
} as const satisfies Call;

export const getSurroundings = {
  method: 'GET',
  path: '/api/content/surroundings',
  access: 'editor',
} as const satisfies Call;
