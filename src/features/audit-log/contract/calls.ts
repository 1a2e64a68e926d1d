import type { Call } from '#platform/http/contract/call.ts';

export const listAuditLog = {
  method: 'GET',
  path: '/api/trail',
  access: 'editor',
} as const satisfies Call;

export const listAuthors = {
  method: 'GET',
  path: '/api/trail/authors',
  access: 'editor',
} as const satisfies Call;
