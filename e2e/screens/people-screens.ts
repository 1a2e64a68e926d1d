import { admin, answered, failing, inTurn, moveTo, press, type Screen, visible } from './screen.ts';

const PEOPLE = '/admin/users';

const at = (time: string) => `2026-11-${time}:00.000Z`;

const entry = (id: number, action: string, instant: string) => ({
  id,
  at: at(instant),
  user: { id: 1, username: 'ada' },
  action,
  itemType: 'email-signup',
  itemId: '3',
  title: 'temi@example.org',
  details: {},
});

/** A member with data in every section. */
const TEMI = {
  kind: 'account',
  id: 7,
  name: 'Temi Bright',
  email: 'temi@example.org',
  emailProven: true,
  role: 'subscriber',
  state: 'paying',
  since: at('02T08:40'),
  lastSeenAt: at('22T08:52'),
  paidUntil: '2026-12-22T08:40:00.000Z',
  grantedUntil: null,
  grantedForever: false,
  grants: [],
  disabledAt: null,
  addressRevoked: false,
  sessions: [
    { createdAt: at('20T08:52'), lastSeenAt: at('22T08:52'), device: 'Firefox on Android' },
    { createdAt: at('18T08:40'), lastSeenAt: at('19T08:44'), device: 'Safari on Mac' },
  ],
  signup: {
    id: 3,
    email: 'temi@example.org',
    createdAt: at('02T08:40'),
    source: 'landing',
    hasAccess: true,
  },
  sameAddress: null,
  mails: [
    {
      id: 3,
      subject: 'Your Stillwater sign-in link',
      queuedAt: at('22T08:41'),
      outcome: 'sent',
      outcomeAt: at('22T08:41'),
      error: null,
    },
    {
      id: 2,
      subject: 'Your Stillwater receipt',
      queuedAt: at('22T08:40'),
      outcome: 'retrying',
      outcomeAt: at('22T09:00'),
      error: 'Error: 452 4.2.2 The mailbox is full, try again later',
    },
    {
      id: 1,
      subject: 'Confirm your email for Stillwater',
      queuedAt: at('02T08:40'),
      outcome: 'given-up',
      outcomeAt: null,
      error: 'Error: 550 5.1.1 No such mailbox here',
    },
  ],
  subscriptions: [
    {
      id: 1,
      status: 'active',
      nextPaymentAt: '2026-12-22T08:40:00.000Z',
      paidUntil: '2026-12-22T08:40:00.000Z',
      accessUntil: '2026-12-25T08:40:00.000Z',
      canUndo: false,
      price: { cents: 2000, currency: 'USD', interval: 'month' },
      isTest: false,
      createdAt: at('02T08:40'),
      payments: [
        {
          id: 2,
          status: 'completed',
          cents: 2000,
          currency: 'USD',
          refundedCents: 0,
          paidAt: at('22T08:40'),
          undoneAt: null,
        },
        {
          id: 1,
          status: 'refunded',
          cents: 2000,
          currency: 'USD',
          refundedCents: 2000,
          paidAt: at('02T08:40'),
          undoneAt: at('03T10:00'),
        },
      ],
    },
  ],
  changes: [entry(2, 'granted', '05T10:00'), entry(1, 'revoked', '04T10:00')],
  events: [
    { id: 2, at: at('22T08:52'), kind: 'login', detail: 'link', device: 'Firefox on Android' },
    { id: 1, at: at('02T08:40'), kind: 'registered', detail: null, device: 'Safari on Mac' },
  ],
};
const grant = {
  id: 1,
  startsAt: at('05T10:00'),
  endsAt: '2127-11-06T05:00:00.000Z',
  reason: 'Helped with the first recordings',
  source: 'owner',
  grantedBy: 'ada',
  createdAt: at('05T10:00'),
  withdrawnAt: null,
  withdrawnBy: null,
  isWaiting: false,
};
/** A member with a gift in addition to a payment, and an unconfirmed address. */
const GIFTED = {
  ...TEMI,
  emailProven: false,
  state: 'granted',
  grantedUntil: grant.endsAt,
  grants: [grant, { ...grant, id: 2, source: 'code', grantedBy: null, reason: 'SPRING' }],
};
const REVOKED = {
  ...TEMI,
  state: 'revoked',
  addressRevoked: true,
  sessions: [],
  signup: { ...TEMI.signup, hasAccess: false },
  changes: [TEMI.changes[1]],
};

const person = (name: string, details: object) =>
  admin(name, '/admin', {
    before: answered('**/api/people/account/7', 200, details),
    prepare: inTurn(moveTo(`${PEOPLE}/7`), visible('[data-part=log]')),
  });
const asked = (name: string, label: string) =>
  admin(name, '/admin', {
    layer: true,
    before: answered('**/api/people/account/7', 200, TEMI),
    prepare: inTurn(moveTo(`${PEOPLE}/7`), visible('[data-part=log]'), press(label), visible('dialog[open]')),
  });

/** Screens of persons. */
export const peopleScreens: Screen[] = [
  admin('admin-people', PEOPLE),
  admin('admin-people-role', `${PEOPLE}?role=editor`),
  admin('admin-people-found', `${PEOPLE}?search=no`),
  admin('admin-people-none-found', `${PEOPLE}?search=nobody-of-the-kind`),
  admin('admin-people-failed', '/admin', {
    before: failing('**/api/people?*'),
    prepare: inTurn(moveTo(PEOPLE), visible('main [role=alert]')),
  }),
  person('admin-person', TEMI),
  person('admin-person-revoked', REVOKED),
  person('admin-person-gift', GIFTED),
  person('admin-person-editor', { ...GIFTED, role: 'editor' }),
  asked('admin-person-grant', 'Grant access'),
  asked('admin-person-sessions', 'End all sessions'),
  asked('admin-person-make-editor', 'Make editor'),
  asked('admin-person-make-admin', 'Make administrator'),
  asked('admin-person-link', 'Send sign-in link'),
  asked('admin-person-erase', 'Erase'),
  admin('admin-person-signup', `${PEOPLE}/signups/1`),
];
