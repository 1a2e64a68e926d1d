import type { Call } from '#platform/http/contract/call.ts';

/* The catalogue as files: all of it as JSON, droplets as tables. */

export const exportCatalogue = {
  method: 'GET',
  path: '/api/catalogue/export',
  access: 'admin',
} as const satisfies Call;

export const importCatalogue = {
  method: 'POST',
  path: '/api/catalogue/import',
  access: 'editor',
} as const satisfies Call;

export const exportDroplets = {
  method: 'GET',
  path: '/api/catalogue/droplets.csv',
  access: 'admin',
} as const satisfies Call;

export const importDroplets = {
  method: 'POST',
  path: '/api/waves/:id/droplets/import',
  access: 'editor',
  takes: 'text/csv',
} as const satisfies Call;
