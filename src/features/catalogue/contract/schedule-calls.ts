import type { Call } from '#platform/http/contract/call.ts';

export const listSchedule = {
  method: 'GET',
  path: '/api/schedule',
  access: 'editor',
} as const satisfies Call;

/** Maximum number of drafts in a response of `listDrafts`. */
export const MAX_DRAFTS = 50;

export const listDrafts = {
  method: 'GET',
  path: '/api/schedule/drafts',
  access: 'editor',
} as const satisfies Call;

export const getPlan = {
  method: 'GET',
  path: '/api/schedule/:type/:id',
  access: 'editor',
} as const satisfies Call;

export const setPlan = {
  method: 'PUT',
  path: '/api/schedule/:type/:id',
  access: 'editor',
} as const satisfies Call;
