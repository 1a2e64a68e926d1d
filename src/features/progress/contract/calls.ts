import type { Call } from '#platform/http/contract/call.ts';

/** The most reports of one call. A browser with more sends them in parts. */
export const MAX_REPORTS = 200;

/** A longer position, in ms, is not one in a lesson: ten hours. */
export const MAX_POSITION = 36_000_000;

/** The last return of a droplet with the mark "Again some day", from 0. */
export const LAST_RETURN = 3;

/** Lessons of a welcome. */
export const WELCOME_LESSONS = 3;

/** The most waves of which the last position is listed, for readers to go on from. */
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
