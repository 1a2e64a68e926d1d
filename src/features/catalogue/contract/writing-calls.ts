import type { Call } from '#platform/http/contract/call.ts';

/* Texts and exercises of droplets, written in the administration. */

/** Characters. A text of one minute has about a thousand; an exercise can hold pictures as `data:` URLs. */
export const MAX_WRITING = { text: 100_000, exercise: 500_000 } as const;

export const saveWriting = {
  method: 'POST',
  path: '/api/writings',
  access: 'editor',
} as const satisfies Call;

export const getWriting = {
  method: 'GET',
  path: '/api/writings/:name',
  access: 'editor',
} as const satisfies Call;

export const previewText = {
  method: 'POST',
  path: '/api/writings/preview',
  access: 'editor',
} as const satisfies Call;
