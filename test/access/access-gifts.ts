import { ADMIN, type Row } from '../access-row.ts';

/* The rows of imported members in the access table. */

const NOBODYS = '/api/member-imports/987654';
const NONE_OF_THESE = [401, 403, 403, 404] as const;

export const giftRows: Row[] = [
  { call: 'GET /api/member-imports', statuses: ADMIN },
  { call: 'GET /api/member-imports/:id', path: () => NOBODYS, statuses: NONE_OF_THESE },
  // JSON in place of a file.
  { call: 'POST /api/member-imports', body: () => ({}), statuses: [401, 403, 403, 415] },
  {
    call: 'POST /api/member-imports/:id/run',
    path: () => `${NOBODYS}/run`,
    body: () => ({ accessUntil: null, isInviting: false }),
    statuses: NONE_OF_THESE,
  },
  { call: 'DELETE /api/member-imports/:id', path: () => NOBODYS, statuses: NONE_OF_THESE },
];
