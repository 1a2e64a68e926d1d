import type { Call } from '#platform/http/contract/call.ts';

/** A POST, because it sends requests to the sites that an item links to. */
export const checkItem = {
  method: 'POST',
  path: '/api/content/check',
  access: 'editor',
} as const satisfies Call;
