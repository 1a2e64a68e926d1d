import type { AccountDetails, User } from '../../contract/schemas.ts';
import { AccountSection } from './account-section.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { FormOpener } from './form-opener.tsx';

export function PasswordSection({ user, account }: { user: User; account: AccountDetails }) {
  const { hasPassword } = account;
  return (
    <AccountSection title="Password" anchor="password">
      {hasPassword ? null : <p>Your account has no password. You log in with a link by email.</p>}
      <FormOpener label={hasPassword ? 'Change password' : 'Set a password'}>
        {(close) => (
          <ChangePasswordForm
            username={user.username}
            hasPassword={hasPassword}
            onChanged={close}
            onCancel={close}
          />
        )}
      </FormOpener>
    </AccountSection>
  );
}
