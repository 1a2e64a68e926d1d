import type { Call } from '#platform/http/contract/call.ts';

export const getHealth = {
  method: 'GET',
  path: '/api/health',
  access: 'admin',
} as const satisfies Call;

export const dismissLink = {
  method: 'DELETE',
  path: '/api/health/links/:id',
  access: 'admin',
} as const satisfies Call;

/** The line under each card of the dashboard. */
export const getOverview = {
  method: 'GET',
  path: '/api/overview',
  access: 'editor',
} as const satisfies Call;
