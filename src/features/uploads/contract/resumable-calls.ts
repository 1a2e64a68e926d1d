import type { Call } from '#platform/http/contract/call.ts';

/* Files that arrive in parts, with resumption after an interruption (tus 1.0). */

export const createResumable = {
  method: 'POST',
  path: '/api/resumable-uploads',
  access: 'editor',
} as const satisfies Call;

export const getResumableOffset = {
  method: 'HEAD',
  path: '/api/resumable-uploads/:token',
  access: 'editor',
} as const satisfies Call;

export const appendToResumable = {
  method: 'PATCH',
  path: '/api/resumable-uploads/:token',
  access: 'editor',
  takes: 'application/offset+octet-stream',
} as const satisfies Call;

export const cancelResumable = {
  method: 'DELETE',
  path: '/api/resumable-uploads/:token',
  access: 'editor',
} as const satisfies Call;

export const finishResumable = {
  method: 'POST',
  path: '/api/resumable-uploads/:token/finish',
  access: 'editor',
} as const satisfies Call;

export const nextDirectPart = {
  method: 'POST',
  path: '/api/resumable-uploads/:token/direct-parts',
  access: 'editor',
} as const satisfies Call;

export const reportDirectPart = {
  method: 'POST',
  path: '/api/resumable-uploads/:token/direct-parts/:name',
  access: 'editor',
} as const satisfies Call;

export const listResumables = {
  method: 'GET',
  path: '/api/resumable-uploads',
  access: 'editor',
} as const satisfies Call;
