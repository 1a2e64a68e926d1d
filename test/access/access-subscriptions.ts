import { ADMIN, type Row, type World } from '../access-row.ts';

/* Rows of the access table about the administration of subscriptions. */

const PRICES = { monthlyCents: 2000, yearlyCents: null };
const subscription = (its: World) => `/api/subscriptions/${its.subscription}`;

export const subscriptionRows: Row[] = [
  { call: 'GET /api/subscriptions', statuses: ADMIN },
  { call: 'GET /api/subscriptions.csv', statuses: ADMIN },
  { call: 'GET /api/subscriptions/totals', statuses: ADMIN },
  { call: 'GET /api/payments', statuses: ADMIN },
  { call: 'GET /api/payments.csv', statuses: ADMIN },
  { call: 'GET /api/payments/sums', statuses: ADMIN },
  { call: 'GET /api/subscriptions/price', statuses: ADMIN },
  {
    call: 'PUT /api/subscriptions/price',
    body: () => ({ ...PRICES, basedOn: PRICES }),
    statuses: ADMIN,
  },
  { call: 'GET /api/subscriptions/:id', path: subscription, statuses: ADMIN },
  { call: 'POST /api/subscriptions/:id/check', path: (its) => `${subscription(its)}/check`, statuses: ADMIN },
  {
    call: 'POST /api/subscriptions/:id/refunds',
    about: 'of no payment',
    path: (its) => `${subscription(its)}/refunds`,
    body: () => ({ paymentId: 987_654, cents: 500, key: 'key-of-the-access', refundedCents: 0 }),
    statuses: [401, 403, 403, 403, 404],
  },
  {
    call: 'POST /api/subscriptions/:id/refunds/again',
    about: 'of no refund',
    path: (its) => `${subscription(its)}/refunds/again`,
    body: () => ({ kind: 'admin-refund', refund: 987_654 }),
    statuses: [401, 403, 403, 403, 404],
  },
  {
    call: 'POST /api/subscriptions/:id/cancel',
    path: (its) => `${subscription(its)}/cancel`,
    body: () => ({ when: 'period-end', lastChange: 0 }),
    statuses: ADMIN,
  },
  {
    call: 'POST /api/subscriptions/:id/resume',
    path: (its) => `${subscription(its)}/resume`,
    body: () => ({ lastChange: Number.MAX_SAFE_INTEGER }),
    statuses: ADMIN,
  },
];
