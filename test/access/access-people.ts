import { ADMIN, ADMIN_EMPTY, type Row, type World } from '../access-row.ts';

/* The rows of persons in the access table. */

const person = (its: World) => `/api/people/account/${its.person}`;

export const peopleRows: Row[] = [
  { call: 'GET /api/people', statuses: ADMIN },
  { call: 'GET /api/people.csv', statuses: ADMIN },
  { call: 'GET /api/people/counts', statuses: ADMIN },
  { call: 'GET /api/people/:kind/:id', path: person, statuses: ADMIN },
  {
    call: 'PATCH /api/people/:kind/:id',
    about: 'its account',
    path: person,
    body: () => ({ isDisabled: false, lastChange: 0 }),
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'PATCH /api/people/:kind/:id',
    about: 'its address',
    path: (its) => `/api/people/signup/${its.signup}`,
    body: () => ({ hasAccess: true, lastChange: 0 }),
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'DELETE /api/people/account/:id/sessions',
    path: (its) => `${person(its)}/sessions`,
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'POST /api/people/:kind/:id/sign-in-link',
    path: (its) => `/api/people/signup/${its.signup}/sign-in-link`,
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'DELETE /api/people/:kind/:id',
    about: 'without the name as confirmation',
    path: person,
    body: () => ({ confirmation: 'somebody', lastChange: 0 }),
    statuses: [401, 403, 403, 400],
  },
  {
    call: 'DELETE /api/people/:kind/:id',
    path: person,
    body: () => ({ confirmation: 'a-spare-person', lastChange: 0 }),
    statuses: ADMIN_EMPTY,
  },
];
