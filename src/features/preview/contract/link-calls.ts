import type { Call } from '#platform/http/contract/call.ts';

/** Lifetimes of a preview link, in days. */
export const PREVIEW_DAYS = [1, 7, 30] as const;

export const MAX_FOR_WHOM = 100;

/** Path of a link, before its secret. */
export const PREVIEW_PATH = '/preview';

/** The address that ends a preview without scripts. */
export const PREVIEW_END = `${PREVIEW_PATH}/end`;

export const listPreviewLinks = {
  method: 'GET',
  path: '/api/preview-links/:type/:id',
  access: 'admin',
} as const satisfies Call;

export const createPreviewLink = {
  method: 'POST',
  path: '/api/preview-links/:type/:id',
  access: 'admin',
} as const satisfies Call;

export const revokePreviewLink = {
  method: 'DELETE',
  path: '/api/preview-links/:id',
  access: 'admin',
} as const satisfies Call;
