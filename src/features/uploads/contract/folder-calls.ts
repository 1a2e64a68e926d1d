import type { Call } from '#platform/http/contract/call.ts';

export const importFolder = {
  method: 'POST',
  path: '/api/folder-imports',
  access: 'editor',
} as const satisfies Call;

/** Droplets of one import. */
export const MAX_IMPORTED = 100;
