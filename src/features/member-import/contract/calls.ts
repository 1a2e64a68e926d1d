import type { Call } from '#platform/http/contract/call.ts';

/* Calls of administrators that import members from another site's list. */

/** Largest file, in bytes: 100,000 members of an export with long notes. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
/** Longest file name, in characters. */
export const MAX_FILE_NAME = 200;

export const listMemberImports = {
  method: 'GET',
  path: '/api/member-imports',
  access: 'admin',
} as const satisfies Call;

export const getMemberImport = {
  method: 'GET',
  path: '/api/member-imports/:id',
  access: 'admin',
} as const satisfies Call;

export const checkMembers = {
  method: 'POST',
  path: '/api/member-imports',
  access: 'admin',
  takes: 'text/csv',
} as const satisfies Call;

export const runMemberImport = {
  method: 'POST',
  path: '/api/member-imports/:id/run',
  access: 'admin',
} as const satisfies Call;

export const discardMemberImport = {
  method: 'DELETE',
  path: '/api/member-imports/:id',
  access: 'admin',
} as const satisfies Call;
