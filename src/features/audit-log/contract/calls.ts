import type { Call } from '#platform/http/contract/call.ts';

export const listAuditLog = {
  method: 'GET',
  path: '/api/trail',
  access: 'admin',
} as const satisfies Call;

export const listAuthors = {
  method: 'GET',
  path: '/api/trail/authors',
  access: 'admin',
} as const satisfies Call;
