import { ADMIN, ADMIN_CREATED, ADMIN_EMPTY, OPEN, type Row } from '../access-row.ts';

/* Rows of the access table about settings and texts. */

export const settingsRows: Row[] = [
  { call: 'GET /api/settings', statuses: OPEN },
  {
    call: 'GET /api/settings/category/:category',
    path: () => '/api/settings/category/general',
    statuses: OPEN,
  },
  {
    call: 'GET /api/settings/:key',
    path: () => '/api/settings/unknown.key',
    statuses: [404, 404, 404, 404, 404],
  },
  {
    call: 'POST /api/settings',
    body: () => ({ key: 'access.new', value: 'new', category: 'advanced' }),
    statuses: ADMIN_CREATED,
  },
  {
    call: 'PUT /api/settings/:key',
    path: () => '/api/settings/access.old',
    body: () => ({ value: 'changed' }),
    statuses: ADMIN,
  },
  {
    call: 'PUT /api/texts',
    body: () => ({ changes: [{ key: 'home.intro', value: null, expected: null }] }),
    statuses: ADMIN,
  },
  {
    call: 'POST /api/texts/test-mail',
    body: () => ({ name: 'sign-in', subject: 'Hello', text: '{link}' }),
    // 400, because the test's account has no email address.
    statuses: [401, 403, 403, 403, 400],
  },
  { call: 'DELETE /api/settings/:key', path: () => '/api/settings/access.old', statuses: ADMIN_EMPTY },
];
