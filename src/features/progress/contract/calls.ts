import type { Call } from '#platform/http/contract/call.ts';

/** Maximum number of reports in one call. A browser with more sends several calls. */
export const MAX_REPORTS = 200;

/** Maximum position in a lesson, in ms: ten hours. */
export const MAX_POSITION = 36_000_000;

/** Index of the last return of a droplet marked "Again some day". */
export const LAST_RETURN = 3;

/** Number of lessons in a welcome. */
export const WELCOME_LESSONS = 3;

/** Maximum number of waves with a listed last position. */
export const MAX_STOPS = 20;

export const getProgress = {
  method: 'GET',
  path: '/api/progress',
  access: 'signed-in',
} as const satisfies Call;

export const saveProgress = {
  method: 'PUT',
  path: '/api/progress',
  access: 'signed-in',
  outlivesPage: true,
} as const satisfies Call;

export const saveMarks = {
  method: 'PUT',
  path: '/api/progress/again',
  access: 'signed-in',
  outlivesPage: true,
} as const satisfies Call;

export const saveWelcome = {
  method: 'PUT',
  path: '/api/progress/welcome',
  access: 'signed-in',
} as const satisfies Call;

export const forgetProgress = {
  method: 'DELETE',
  path: '/api/progress',
  access: 'signed-in',
} as const satisfies Call;

export const setRemembering = {
  method: 'PUT',
  path: '/api/progress/remembering',
  access: 'signed-in',
} as const satisfies Call;
