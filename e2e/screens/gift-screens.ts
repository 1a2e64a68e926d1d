import type { MemberImport } from '#features/member-import/contract/schemas.ts';
import { admin, answered, failing, inTurn, moveTo, type Screen, visible } from './screen.ts';

const IMPORT = '/admin/users/import';

const CHECKED: MemberImport = {
  id: 7,
  fileName: 'members.2026-11-25.csv',
  state: 'checked',
  createdAt: '2026-11-25T08:41:00.000Z',
  by: 'ada',
  members: 50,
  fresh: 48,
  withPlan: 12,
  refused: 2,
  problems: [
    { line: 14, message: 'The address is not a valid email address' },
    { line: 33, message: 'This member was deleted in Ghost' },
  ],
  accessUntil: null,
  isInviting: false,
  invitationsPerHour: 250,
  isSentAtNight: false,
  handled: 0,
  added: 0,
  granted: 0,
  invited: 0,
  finishedAt: null,
};
const RUNNING: MemberImport = { ...CHECKED, state: 'running', handled: 21 };
const DONE: MemberImport = { ...CHECKED, state: 'done', handled: 50, added: 48, granted: 12, invited: 48 };

const imported = (name: string, entry: object, sight: string) =>
  admin(name, '/admin', {
    before: answered('**/api/member-imports/7', 200, entry),
    prepare: inTurn(moveTo(`${IMPORT}?import=7`), visible(sight)),
  });

const GIFTS = '/admin/users/gifts';
const GIFT = {
  id: 1,
  code: 'SPRING-K7QM-4WXP',
  months: 12,
  uses: 20,
  used: 2,
  endsAt: '2027-03-31T21:59:59.000Z',
  invited: 2,
  createdAt: '2026-11-25T08:41:00.000Z',
  createdBy: 'ada',
  withdrawnAt: null,
  redemptions: [
    { userId: 7, name: 'Temi Bright', at: '2026-11-25T09:10:00.000Z' },
    { userId: null, name: null, at: '2026-11-25T09:02:00.000Z' },
  ],
};
const WITHDRAWN = {
  ...GIFT,
  id: 2,
  code: 'K7QM-4WXP',
  withdrawnAt: GIFT.createdAt,
  used: 0,
  redemptions: [],
};

const gifts = (name: string, path: string, sight: string, more: Partial<Screen> = {}) =>
  admin(name, '/admin', {
    before: answered('**/api/gift-codes', 200, [GIFT, WITHDRAWN]),
    prepare: inTurn(moveTo(path), visible(sight)),
    ...more,
  });

/** Screens of gift codes and imported members. */
export const giftScreens: Screen[] = [
  { name: 'redeem', group: 'Accounts', who: 'new', path: '/redeem?code=SPRING-K7QM-4WXP' },
  { name: 'redeem-member', group: 'Accounts', who: 'free', path: '/redeem' },
  admin('admin-gifts-none', GIFTS),
  gifts('admin-gifts', GIFTS, '[data-part=gifts]'),
  gifts('admin-gift-new', `${GIFTS}?new`, 'dialog[open]', { layer: true }),
  admin('admin-import-members', IMPORT),
  admin('admin-import-members-earlier', '/admin', {
    before: answered('**/api/member-imports', 200, [CHECKED, { ...RUNNING, id: 6 }, { ...DONE, id: 5 }]),
    prepare: inTurn(moveTo(IMPORT), visible('text=Earlier files')),
  }),
  admin('admin-import-members-gone', '/admin', {
    before: failing('**/api/member-imports/7'),
    prepare: inTurn(moveTo(`${IMPORT}?import=7`), visible('main [role=alert]')),
  }),
  imported('admin-import-members-checked', CHECKED, '[data-part=checked-import]'),
  imported(
    'admin-import-members-known',
    { ...CHECKED, fresh: 0, withPlan: 0, refused: 0, problems: [] },
    '[data-part=checked-import]',
  ),
  imported('admin-import-members-running', RUNNING, 'progress'),
  imported('admin-import-members-done', DONE, 'text=is imported'),
];
