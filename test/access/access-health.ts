import { ADMIN, EDITOR, type Row } from '../access-row.ts';

/* Rows of the access table about the health page. */

export const healthRows: Row[] = [
  { call: 'GET /api/health', statuses: ADMIN },
  {
    call: 'DELETE /api/health/links/:id',
    path: () => '/api/health/links/999999',
    statuses: [401, 403, 403, 403, 404],
  },
  { call: 'GET /api/overview', statuses: EDITOR },
];
