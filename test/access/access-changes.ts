import { ADMIN, ADMIN_CREATED, EDITOR, type Row, type World } from '../access-row.ts';

/* Rows of the access table about changes, previous versions, the trash and preview links. */

const itsLinks = (its: World) => `/api/preview-links/ocean/${its.published}`;

export const changesRows: Row[] = [
  { call: 'GET /api/audit-log', statuses: EDITOR },
  { call: 'GET /api/audit-log/authors', statuses: EDITOR },
  {
    call: 'POST /api/audit-log/undo',
    body: () => ({ entries: [999_999] }),
    statuses: [401, 403, 403, 404, 404],
  },
  {
    call: 'POST /api/audit-log/:id/undo',
    path: () => '/api/audit-log/999999/undo',
    statuses: [401, 403, 403, 404, 404],
  },
  {
    call: 'GET /api/history/:type/:id',
    path: (its) => `/api/history/ocean/${its.published}`,
    statuses: EDITOR,
  },
  {
    call: 'GET /api/history/:type/:id/:version',
    path: (its) => `/api/history/ocean/${its.published}/0`,
    statuses: EDITOR,
  },
  {
    call: 'POST /api/history/:type/:id/restore',
    path: () => '/api/history/ocean/999999/restore',
    body: () => ({ version: 0, fields: ['title'], latest: 0 }),
    statuses: [401, 403, 403, 404, 404],
  },
  { call: 'GET /api/preview-links/:type/:id', path: itsLinks, statuses: ADMIN },
  {
    call: 'POST /api/preview-links/:type/:id',
    path: itsLinks,
    body: () => ({ days: 7 }),
    statuses: ADMIN_CREATED,
  },
  {
    call: 'DELETE /api/preview-links/:id',
    path: () => '/api/preview-links/999999',
    statuses: [401, 403, 403, 403, 404],
  },
  {
    call: 'GET /api/history/:type/:id',
    about: 'of a setting',
    path: () => '/api/history/setting/access.old',
    statuses: ADMIN,
  },
  {
    call: 'GET /api/history/:type/:id/:version',
    about: 'of a setting',
    path: () => '/api/history/setting/access.old/0',
    statuses: ADMIN,
  },
  {
    call: 'POST /api/history/:type/:id/restore',
    about: 'of a setting',
    path: () => '/api/history/setting/access.old/restore',
    body: () => ({ version: 0, fields: ['value'], latest: 0 }),
    statuses: [401, 403, 403, 403, 409],
  },
  { call: 'GET /api/trash', statuses: EDITOR },
  { call: 'GET /api/trash/total', path: () => '/api/trash/total?upTo=1', statuses: ADMIN },
  {
    call: 'POST /api/trash/restore',
    body: () => ({ type: 'ocean', ids: [999_999] }),
    statuses: [401, 403, 403, 404, 404],
  },
  { call: 'DELETE /api/trash/:id', path: () => '/api/trash/999999', statuses: [401, 403, 403, 403, 404] },
  { call: 'POST /api/trash/empty', body: () => ({ upTo: 1 }), statuses: ADMIN },
];
