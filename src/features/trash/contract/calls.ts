import type { Call } from '#platform/http/contract/call.ts';

/** Maximum items per restoration, equal to that of a bulk deletion. */
export const MAX_RESTORED = 500;

export const listTrash = {
  method: 'GET',
  path: '/api/trash',
  access: 'editor',
} as const satisfies Call;

export const trashTotal = {
  method: 'GET',
  path: '/api/trash/total',
  access: 'admin',
} as const satisfies Call;

export const restoreItems = {
  method: 'POST',
  path: '/api/trash/restore',
  access: 'editor',
} as const satisfies Call;

export const deleteForGood = {
  method: 'DELETE',
  path: '/api/trash/:id',
  access: 'admin',
} as const satisfies Call;

export const emptyTrash = {
  method: 'POST',
  path: '/api/trash/empty',
  access: 'admin',
} as const satisfies Call;
