import { expect, test } from 'vitest';
import { eraseEffect } from './erase-effect.ts';

const ACCOUNT = {
  kind: 'account',
  email: 'mira@example.org',
  emailProven: true,
  subscriptions: [] as never[],
  signup: null,
} as const;

test('erasing says what goes, and that mails to an address that was never confirmed stay', () => {
  expect(eraseEffect(ACCOUNT)).toBe(
    'This removes the account with its favorites, progress, gifts, mails and sessions. ' +
      'Backups made before keep it. This cannot be undone.',
  );
  const unproven = eraseEffect({ ...ACCOUNT, emailProven: false });
  expect(unproven).toContain('favorites, progress, gifts and sessions. Mails to the address stay for a day');
  const nameless = eraseEffect({ ...ACCOUNT, email: null, emailProven: false });
  expect(nameless).not.toContain('stay');
  const signup = eraseEffect({ ...ACCOUNT, kind: 'signup', emailProven: false });
  expect(signup).toContain('This removes the address and the mails to it.');
});
