import type { Call } from '#platform/http/contract/call.ts';

/** Not gated: whoever has a link sees what it leads to. */
export const getSharedItem = {
  method: 'GET',
  path: '/api/shared/:kind/:id',
  access: 'anyone',
  cacheable: true,
} as const satisfies Call;

export const describeEmbed = {
  method: 'GET',
  path: '/api/oembed',
  access: 'anyone',
  cacheable: true,
} as const satisfies Call;
