import type { Call } from '#platform/http/contract/call.ts';

export const listAuditLog = {
  method: 'GET',
  path: '/api/audit-log',
  access: 'editor',
} as const satisfies Call;

export const listAuthors = {
  method: 'GET',
  path: '/api/audit-log/authors',
  access: 'editor',
} as const satisfies Call;

/** Item types of the audit log that are content: editors see no other entries. */
export const CONTENT_TYPES: readonly string[] = ['ocean', 'wave', 'droplet', 'catalogue'];
