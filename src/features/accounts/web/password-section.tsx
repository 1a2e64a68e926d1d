import type { AccountDetails, User } from '../contract.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { Opener } from './opener.tsx';

export function PasswordSection({ user, account }: { user: User; account: AccountDetails }) {
  const { hasPassword } = account;
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      {hasPassword ? null : <p>Your account has none. You come in with a link by mail.</p>}
      <Opener label={hasPassword ? 'Change password' : 'Set a password'}>
        {(close) => (
          <ChangePasswordForm
            username={user.username}
            hasPassword={hasPassword}
            onChanged={close}
            onCancel={close}
          />
        )}
      </Opener>
    </section>
  );
}
