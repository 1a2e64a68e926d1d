import type { Call } from '#platform/http/contract/call.ts';

export const getComfort = {
  method: 'GET',
  path: '/api/comfort',
  access: 'signed-in',
} as const satisfies Call;

export const saveComfort = {
  method: 'PUT',
  path: '/api/comfort',
  access: 'anyone',
} as const satisfies Call;

/**
 * Cookie with this browser's choices as JSON. Scripts read it, but the server sets it, because Safari deletes
 * data stored by scripts after 7 days.
 */
export const COMFORT_COOKIE = 'stillwater_comfort';

export const THEMES = ['system', 'light', 'dark'] as const;
/** 100, 125 and 150 % of the browser's default size. */
export const TEXT_SIZES = ['normal', 'large', 'larger'] as const;
export const MOTIONS = ['system', 'on', 'off'] as const;
