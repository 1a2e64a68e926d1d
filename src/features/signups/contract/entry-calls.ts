import type { Call } from '#platform/http/contract/call.ts';

/* Apart from the other calls, because every page's first script makes it. */

/** A browser that entered before its cookie was bound to an address has it bound. */
export const bindEntry = {
  method: 'POST',
  path: '/api/email-signup/entry',
  access: 'anyone',
  csrf: 'origin',
} as const satisfies Call;
