import { expect, test } from 'vitest';
import { describeEvent } from '#features/accounts/web/activity/describe-event.ts';
import { SECURITY_EVENT_KINDS } from '#features/audit-log/contract/security-event-kinds.ts';
import { aboutThem, personLog } from './person-log.ts';

test('a log tells of the person, and addresses nobody', () => {
  const texts = SECURITY_EVENT_KINDS.map((kind) => aboutThem(describeEvent({ kind, detail: null })));
  for (const text of texts) expect(text).toMatch(/^[A-Z](?!.*\b[Yy]our?\b)/);
  expect(texts).toContain('Changed their password');
  expect(texts).toContain('Role was changed');
  expect(texts).toContain('A login with a wrong password was refused');
});

test('the log says what was pressed: an account is disabled and enabled, no access is given', () => {
  const entry = {
    ...{ id: 1, user: { id: 1, username: 'Ada' }, itemId: '7', details: {}, authorErased: false },
    ...{ at: '2026-11-04T10:00:00.000Z', itemType: 'account', title: 'Mira' },
  } as const;
  const texts = (['revoked', 'granted'] as const).map(
    (action) => personLog({ changes: [{ ...entry, action }], events: [] })[0]?.text,
  );
  expect(texts).toEqual(['Ada disabled account “Mira”', 'Ada enabled account “Mira”']);
});

test('changes by administrators and events of the account are one log, the latest first', () => {
  const entry = {
    id: 1,
    user: { id: 1, username: 'Ada' },
    itemId: '7',
    details: {},
    authorErased: false,
  } as const;
  const log = personLog({
    changes: [
      {
        ...entry,
        at: '2026-11-04T10:00:00.000Z',
        action: 'revoked',
        itemType: 'email-signup',
        title: 'm@example.org',
      },
    ],
    events: [
      { id: 3, at: '2026-11-05T10:00:00.000Z', kind: 'login', detail: 'link', device: 'Firefox on Mac' },
      { id: 2, at: '2026-11-04T10:00:00.000Z', kind: 'access-revoked', detail: null, device: null },
      { id: 1, at: '2026-11-03T10:00:00.000Z', kind: 'registered', detail: null, device: null },
    ],
  });
  expect(log.map(({ text, device }) => [text, device])).toEqual([
    ['Logged in with a link by email', 'Firefox on Mac'],
    ['Ada revoked the access of email signup “m@example.org”', null],
    ['Created their account', null],
  ]);
});
