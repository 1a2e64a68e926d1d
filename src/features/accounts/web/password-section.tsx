import { useState } from 'react';
import type { AccountDetails, User } from '../contract.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

export function PasswordSection({ user, account }: { user: User; account: AccountDetails }) {
  const [changing, setChanging] = useState(false);
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      {account.hasPassword ? null : <p>Your account has none. You come in with a link by mail.</p>}
      {changing ? (
        <ChangePasswordForm
          username={user.username}
          hasPassword={account.hasPassword}
          onChanged={() => setChanging(false)}
        />
      ) : (
        <p>
          <button className="btn line" type="button" onClick={() => setChanging(true)}>
            {account.hasPassword ? 'Change password' : 'Set a password'}
          </button>
        </p>
      )}
    </section>
  );
}
