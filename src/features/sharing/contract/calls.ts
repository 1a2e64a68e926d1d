import type { Call } from '#platform/http/contract/call.ts';

/** Not gated: everybody with a link sees its item's picture, title and line. */
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
