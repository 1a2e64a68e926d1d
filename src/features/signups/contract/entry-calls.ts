import type { Call } from '#platform/http/contract/call.ts';

/* In a file of its own, because the first script of every page makes this call. */

/** Binds the entry of a browser whose cookie is not bound to an address yet. */
export const bindEntry = {
  method: 'POST',
  path: '/api/email-signup/entry',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;
