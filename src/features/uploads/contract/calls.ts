import type { Call } from '#platform/http/contract/call.ts';

export const uploadFile = {
  method: 'POST',
  path: '/api/uploads',
  access: 'editor',
  takes: 'multipart/form-data',
} as const satisfies Call;

export const cancelUpload = {
  method: 'POST',
  path: '/api/uploads/:id/cancel',
  access: 'editor',
} as const satisfies Call;

export const retryUpload = {
  method: 'POST',
  path: '/api/uploads/:id/retry',
  access: 'editor',
} as const satisfies Call;

export const listUploads = {
  method: 'GET',
  path: '/api/uploads',
  access: 'editor',
} as const satisfies Call;

export const saveCaptions = {
  method: 'PUT',
  path: '/api/captions',
  access: 'editor',
} as const satisfies Call;
