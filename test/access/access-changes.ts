import { ADMIN, type Row } from '../access-row.ts';

/* Rows of `access-table.ts`: changes, previous versions, and the trash. */

export const changesRows: Row[] = [
  { call: 'GET /api/trail', statuses: ADMIN },
  { call: 'GET /api/trail/authors', statuses: ADMIN },
  {
    call: 'POST /api/trail/:id/undo',
    path: () => '/api/trail/999999/undo',
    statuses: [401, 403, 403, 404],
  },
  {
    call: 'GET /api/history/:type/:id',
    path: (its) => `/api/history/ocean/${its.published}`,
    statuses: ADMIN,
  },
  {
    call: 'GET /api/history/:type/:id/:version',
    path: (its) => `/api/history/ocean/${its.published}/0`,
    statuses: ADMIN,
  },
  {
    call: 'POST /api/history/:type/:id/restore',
    path: () => '/api/history/ocean/999999/restore',
    body: () => ({ version: 0, fields: ['title'], latest: 0 }),
    statuses: [401, 403, 403, 404],
  },
  { call: 'GET /api/trash', statuses: ADMIN },
  {
    call: 'POST /api/trash/restore',
    body: () => ({ type: 'ocean', ids: [999_999] }),
    statuses: [401, 403, 403, 404],
  },
  { call: 'DELETE /api/trash/:id', path: () => '/api/trash/999999', statuses: [401, 403, 403, 404] },
  { call: 'POST /api/trash/empty', body: () => ({ upTo: 1 }), statuses: ADMIN },
];
