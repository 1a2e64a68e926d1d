import type { Call } from '#platform/http/contract/call.ts';

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

export const getPerson = {
  method: 'GET',
  path: '/api/people/:kind/:id',
  access: 'admin',
} as const satisfies Call;
