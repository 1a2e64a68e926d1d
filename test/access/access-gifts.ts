import { ADMIN, ADMIN_CREATED, type Row } from '../access-row.ts';

/* Rows of the access table about gift codes and imported members. */

const NOBODYS = '/api/member-imports/987654';
const NONE_OF_THESE = [401, 403, 403, 403, 404] as const;

const A_GIFT = { months: 1, uses: 1, endsAt: '2090-01-01T00:00:00.000Z', key: 'of-the-access-table' };

export const giftRows: Row[] = [
  { call: 'GET /api/gift-codes', statuses: ADMIN },
  { call: 'POST /api/gift-codes', body: () => A_GIFT, statuses: ADMIN_CREATED },
  {
    call: 'PATCH /api/gift-codes/:id',
    path: () => '/api/gift-codes/987654',
    body: () => ({ isWithdrawn: true }),
    statuses: NONE_OF_THESE,
  },
  {
    call: 'POST /api/gift-codes/redeem',
    body: () => ({ code: 'made-up' }),
    statuses: [401, 404, 404, 404, 404],
  },
  { call: 'GET /api/member-imports', statuses: ADMIN },
  { call: 'GET /api/member-imports/:id', path: () => NOBODYS, statuses: NONE_OF_THESE },
  // The request sends JSON instead of a file.
  { call: 'POST /api/member-imports', body: () => ({}), statuses: [401, 403, 403, 403, 415] },
  {
    call: 'POST /api/member-imports/:id/run',
    path: () => `${NOBODYS}/run`,
    body: () => ({ accessUntil: null, isInviting: false }),
    statuses: NONE_OF_THESE,
  },
  { call: 'DELETE /api/member-imports/:id', path: () => NOBODYS, statuses: NONE_OF_THESE },
];
