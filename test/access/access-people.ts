import { ADMIN, ADMIN_EMPTY, type Row, type World } from '../access-row.ts';

/* Rows of the access table about persons. */

/** Latest change that the page shows. The highest number, because another administrator sends each row. */
const CURRENT = Number.MAX_SAFE_INTEGER;

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
    call: 'PATCH /api/people/:kind/:id',
    about: 'its name',
    path: person,
    body: () => ({ name: 'a-spare-person', lastChange: 0 }),
    statuses: ADMIN_EMPTY,
  },
  {
    call: 'PATCH /api/people/:kind/:id',
    about: 'its address, which it has not',
    path: person,
    body: () => ({ confirmedEmail: 'a@b.co', lastChange: 0 }),
    statuses: [401, 403, 403, 403, 404],
  },
  {
    call: 'POST /api/people/:kind/:id/grants',
    path: (its) => `${person(its)}/grants`,
    body: () => ({ endsAt: '2099-01-01T00:00:00Z', reason: 'A prize', lastChange: 0 }),
    statuses: ADMIN,
  },
  {
    call: 'PATCH /api/people/:kind/:id/grants/:grant',
    path: (its) => `${person(its)}/grants/999999`,
    body: () => ({ isWithdrawn: true, lastChange: CURRENT }),
    statuses: [401, 403, 403, 403, 404],
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
  ...(['admin', 'editor', 'member'] as const).map(
    (role): Row => ({
      call: 'PATCH /api/people/:kind/:id',
      about: `its role: ${role}`,
      path: person,
      body: () => ({ role, lastChange: CURRENT }),
      statuses: ADMIN_EMPTY,
    }),
  ),
  {
    call: 'DELETE /api/people/:kind/:id',
    about: 'without the name as confirmation',
    path: person,
    body: () => ({ confirmation: 'somebody', lastChange: CURRENT }),
    statuses: [401, 403, 403, 403, 400],
  },
  {
    call: 'DELETE /api/people/:kind/:id',
    path: person,
    body: () => ({ confirmation: 'a-spare-person', lastChange: CURRENT }),
    statuses: ADMIN_EMPTY,
  },
];
