import type { Page } from 'playwright-core';
import { admin, answered, failing, inTurn, moveTo, press, type Screen, typed, visible } from './screen.ts';

const SUBSCRIPTIONS = '/admin/subscriptions';

const at = (day: string) => `${day}T10:00:00.000Z`;

const SOL = {
  id: 7,
  userId: 4,
  name: 'Sol Varga',
  email: 'sol@example.org',
  state: 'failed',
  status: 'past_due',
  closedAt: null,
  hasDispute: false,
  price: { cents: 2000, currency: 'USD', interval: 'month' },
  provider: 'paypal',
  number: 'I-EXAMPLE4711',
  startedAt: at('2026-09-20'),
  nextPaymentAt: null,
  paidUntil: at('2026-11-20'),
  accessUntil: at('2026-12-01'),
  lastPayment: { cents: 2000, currency: 'USD', at: at('2026-10-20') },
};
const LIST = [
  SOL,
  {
    ...SOL,
    id: 6,
    name: 'Maren Okafor',
    email: 'maren@example.org',
    state: 'active',
    status: 'active',
    nextPaymentAt: at('2029-12-03'),
  },
  { ...SOL, id: 5, name: null, email: null, state: 'pending', status: 'pending', lastPayment: null },
  {
    ...SOL,
    id: 4,
    name: 'Ines Falk',
    email: 'ines@example.org',
    state: 'canceled',
    status: 'cancelled',
    price: { cents: 20_000, currency: 'USD', interval: 'year' },
    accessUntil: at('2027-02-14'),
  },
  { ...SOL, id: 3, name: 'Kit Moreau', email: 'kit@example.org', state: 'ended', status: 'refunded' },
];

const payment = {
  id: 2,
  number: '8EX-0092',
  status: 'completed',
  cents: 2000,
  currency: 'USD',
  paidAt: at('2026-10-20'),
  undoneAt: null,
  refundedCents: 0,
  dueCents: 0,
  endsAccess: true,
};
const DETAILS = {
  ...SOL,
  checkedAt: at('2026-11-22'),
  nextCheckAt: at('2026-11-22'),
  canCancel: true,
  canResume: false,
  canEnd: true,
  payments: [
    payment,
    {
      ...payment,
      id: 1,
      number: '8EX-0071',
      paidAt: at('2026-09-20'),
      undoneAt: at('2026-09-25'),
      refundedCents: 500,
    },
  ],
  refunds: [
    {
      id: 1,
      paymentId: 1,
      cents: 500,
      currency: 'USD',
      status: 'done',
      reason: 'A gesture',
      author: 'ada',
      createdAt: at('2026-09-25'),
      updatedAt: at('2026-09-25'),
      error: null,
    },
  ],
  notices: [{ id: 5, type: 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', at: at('2026-11-20') }],
  changes: [],
};
const CANCELED = {
  ...DETAILS,
  state: 'canceled',
  status: 'cancelled',
  canCancel: false,
  canResume: true,
  accessUntil: at('2029-02-14'),
};

const TOTALS = {
  countedAt: at('2026-11-22'),
  currency: 'USD',
  states: { active: 94, failed: 2, canceled: 4, ended: 31, pending: 1 },
  yearly: 7,
  months: ['2026-11', '2026-10', '2026-09'].map((month, index) => ({
    month,
    began: 9 - index,
    ended: 3 + index,
    receivedCents: 154_000 + 24_000 * index,
  })),
};
const TASKS = [
  {
    kind: 'money',
    id: 3,
    at: at('2026-11-21'),
    about: 'PAYMENT.SALE.COMPLETED',
    amount: '20.00 USD',
    details: 'payment 8EX-0100, subscription I-ELSEWHERE',
    subscriptionId: null,
  },
  {
    kind: 'admin-refund',
    id: 4,
    at: at('2026-11-21'),
    about: 'payment 8EX-0080',
    amount: '15.00 USD',
    details: 'PayPal answered 400 to POST /v1/payments/sale: TRANSACTION_REFUSED',
    subscriptionId: 3,
  },
  {
    kind: 'amount',
    id: 5,
    at: at('2026-11-20'),
    about: 'plan P-5ML4271244454362WXNWU5NQ',
    amount: '25.00 USD',
    details: 'expected 20.00 USD, payment 8EX-0070, subscription I-0070',
    subscriptionId: 2,
  },
];

const lists = inTurn(
  answered('**/api/subscriptions?*', 200, LIST),
  answered('**/api/subscriptions/totals', 200, TOTALS),
);
const onList = inTurn(moveTo(SUBSCRIPTIONS), visible('main table'));
const subscription = (details: object) => answered('**/api/subscriptions/7', 200, details);
const onPage = inTurn(moveTo(`${SUBSCRIPTIONS}/7`), visible('[data-part=timeline]'));
const chooseAPart = (page: Page) => page.getByLabel('A part').check();
const refunding = (...steps: Parameters<typeof inTurn>) =>
  inTurn(onPage, press('Refund'), visible('dialog[open]'), ...steps);

const onPrice = inTurn(moveTo(`${SUBSCRIPTIONS}/price`), visible('main form'));
const changingPrice = (...steps: Parameters<typeof inTurn>) =>
  inTurn(
    onPrice,
    typed('Monthly price in US dollars', '30.00'),
    press('Change price'),
    visible('[role=alertdialog]'),
    ...steps,
  );
const PRICE_CONFLICT = {
  code: 'edit-conflict',
  message: 'Another administrator has changed the price.',
  current: { monthlyCents: 2500, yearlyCents: null },
};

/** Screens of subscriptions. */
export const subscriptionsScreens: Screen[] = [
  admin('admin-subscriptions', '/admin', { before: lists, prepare: onList }),
  admin('admin-subscriptions-tasks', '/admin', {
    before: inTurn(lists, answered('**/api/warnings', 200, TASKS)),
    prepare: onList,
  }),
  admin('admin-subscriptions-none', `${SUBSCRIPTIONS}?search=nobody-of-the-kind`),
  admin('admin-subscriptions-failed', '/admin', {
    before: failing('**/api/subscriptions?*'),
    prepare: inTurn(moveTo(SUBSCRIPTIONS), visible('main [role=alert]')),
  }),
  admin('admin-subscription', '/admin', { before: subscription(DETAILS), prepare: onPage }),
  admin('admin-subscription-disputed', '/admin', {
    before: subscription({ ...DETAILS, hasDispute: true }),
    prepare: onPage,
  }),
  admin('admin-subscription-canceled', '/admin', { before: subscription(CANCELED), prepare: onPage }),
  admin('admin-refund', '/admin', { layer: true, before: subscription(DETAILS), prepare: refunding() }),
  admin('admin-refund-part', '/admin', {
    layer: true,
    before: subscription(DETAILS),
    prepare: refunding(chooseAPart, typed('Amount in dollars', '25.00'), visible('[aria-invalid=true]')),
  }),
  admin('admin-refund-refused', '/admin', {
    layer: true,
    before: inTurn(
      subscription(DETAILS),
      answered('**/api/subscriptions/7/refunds', 200, {
        status: 'refused',
        subscription: {
          ...DETAILS,
          refunds: [{ ...DETAILS.refunds[0], error: 'PayPal answered 400: TRANSACTION_REFUSED' }],
        },
      }),
    ),
    prepare: refunding(press('Refund $20.00'), visible('dialog [data-part=error]')),
  }),
  admin('admin-price', '/admin', {
    before: answered('**/api/subscriptions/price', 200, { monthlyCents: 2500, yearlyCents: 20_000 }),
    prepare: onPrice,
  }),
  admin('admin-price-wrong', '/admin', {
    prepare: inTurn(
      onPrice,
      typed('Monthly price in US dollars', '0.5'),
      press('Change price'),
      visible('[aria-invalid=true]'),
    ),
  }),
  admin('admin-price-asking', '/admin', { layer: true, prepare: changingPrice() }),
  admin('admin-price-conflict', '/admin', {
    before: (page) =>
      page.route('**/api/subscriptions/price', (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, json: PRICE_CONFLICT })
          : route.continue(),
      ),
    prepare: changingPrice(press('Change price', '[role=alertdialog]'), visible('main [role=alert]')),
  }),
  admin('admin-subscription-end', '/admin', {
    layer: true,
    before: subscription(DETAILS),
    prepare: inTurn(onPage, press('Cancel now'), visible('dialog[open]')),
  }),
];
