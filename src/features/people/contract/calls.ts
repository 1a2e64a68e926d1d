import type { Call } from '#platform/http/contract/call.ts';

/** Longest search text, the length of an address. */
export const MAX_SEARCH = 254;
/** Longest reason of a grant. */
export const MAX_REASON = 200;

export const listPeople = {
  method: 'GET',
  path: '/api/people',
  access: 'admin',
} as const satisfies Call;

export const exportPeople = {
  method: 'GET',
  path: '/api/people.csv',
  access: 'admin',
} as const satisfies Call;

export const countPeople = {
  method: 'GET',
  path: '/api/people/counts',
  access: 'admin',
} as const satisfies Call;

export const changePerson = {
  method: 'PATCH',
  path: '/api/people/:kind/:id',
  access: 'admin',
} as const satisfies Call;

export const erasePerson = {
  method: 'DELETE',
  path: '/api/people/:kind/:id',
  access: 'admin',
} as const satisfies Call;

export const endPersonSessions = {
  method: 'DELETE',
  path: '/api/people/account/:id/sessions',
  access: 'admin',
} as const satisfies Call;

export const sendPersonLink = {
  method: 'POST',
  path: '/api/people/:kind/:id/sign-in-link',
  access: 'admin',
} as const satisfies Call;

export const grantPersonAccess = {
  method: 'POST',
  path: '/api/people/:kind/:id/grants',
  access: 'admin',
} as const satisfies Call;

export const changePersonGrant = {
  method: 'PATCH',
  path: '/api/people/:kind/:id/grants/:grant',
  access: 'admin',
} as const satisfies Call;

export const getPerson = {
  method: 'GET',
  path: '/api/people/:kind/:id',
  access: 'admin',
} as const satisfies Call;
