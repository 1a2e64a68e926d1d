import type { Call } from '#platform/http/contract/call.ts';

export const listVersions = {
  method: 'GET',
  path: '/api/history/:type/:id',
  access: 'admin',
} as const satisfies Call;

export const compareVersion = {
  method: 'GET',
  path: '/api/history/:type/:id/:version',
  access: 'admin',
} as const satisfies Call;

export const restoreVersion = {
  method: 'POST',
  path: '/api/history/:type/:id/restore',
  access: 'admin',
} as const satisfies Call;

export const undoChange = {
  method: 'POST',
  path: '/api/trail/:id/undo',
  access: 'admin',
} as const satisfies Call;
