import { answered, failing, inTurn, moveTo, type Screen, visible } from './screen.ts';

const IMPORT = '/admin/users/import';

const admin = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Administration',
  who: 'admin',
  path,
  ...more,
});

const CHECKED = {
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
  handled: 0,
  added: 0,
  granted: 0,
  invited: 0,
  finishedAt: null,
};
const RUNNING = { ...CHECKED, state: 'running', handled: 21 };
const DONE = { ...CHECKED, state: 'done', handled: 50, added: 48, granted: 12, invited: 48 };

const imported = (name: string, entry: object, sight: string) =>
  admin(name, '/admin', {
    before: answered('**/api/member-imports/7', 200, entry),
    prepare: inTurn(moveTo(`${IMPORT}?import=7`), visible(sight)),
  });

/** The screens of imported members. */
export const giftScreens: Screen[] = [
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
