import type { Call } from '#platform/http/contract/call.ts';

export const listVersions = {
  method: 'GET',
  path: '/api/history/:type/:id',
  access: 'editor',
} as const satisfies Call;

export const compareVersion = {
  method: 'GET',
  path: '/api/history/:type/:id/:version',
  access: 'editor',
} as const satisfies Call;

export const restoreVersion = {
  method: 'POST',
  path: '/api/history/:type/:id/restore',
  access: 'editor',
} as const satisfies Call;

/** Maximum number of changes to undo at once: those of one bulk change. */
export const MAX_UNDONE = 500;

export const undoSeveral = {
  method: 'POST',
  path: '/api/audit-log/undo',
  access: 'editor',
} as const satisfies Call;

export const undoChange = {
  method: 'POST',
  path: '/api/audit-log/:id/undo',
  access: 'editor',
} as const satisfies Call;
