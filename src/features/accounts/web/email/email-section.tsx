import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import type { AccountDetails, User } from '../../contract/schemas.ts';
import { AccountSection } from '../account/account-section.tsx';
import { FormOpener } from '../account/form-opener.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { CodeForm } from './code-form.tsx';
import * as css from './email-section.module.css';
import { toastAsked, toastConfirmed, unprovenAddress, useProveEmail } from './use-prove-email.ts';

/** Shows the account's address, whether it is proven, and forms to prove or change it. */
export function EmailSection({ user, account }: { user: User; account: AccountDetails }) {
  const { pendingEmail } = account;
  const unproven = unprovenAddress(user, account);
  return (
    <AccountSection title="Email">
      <p className="row">
        <span className={css.address}>{user.email ?? 'No email provided'}</span>
        {user.email === null ? null : user.emailVerified ? (
          <span className="badge free">Confirmed</span>
        ) : (
          <span className="badge plain">Not confirmed</span>
        )}
      </p>
      {pendingEmail === null ? null : (
        <div className={css.proof}>
          <p>
            We sent a link and a code to <span className={`whole ${css.address}`}>{pendingEmail}</span>. Open
            the link, or enter the code here.
          </p>
          <CodeForm key={pendingEmail} onProven={toastConfirmed} />
        </div>
      )}
      <div className={css.actions}>
        {unproven === null ? null : <SendProof email={unproven} again={pendingEmail !== null} />}
        <FormOpener label={user.email === null ? 'Add an email' : 'Change email'}>
          {(close) => (
            <ChangeEmailForm
              hasPassword={account.hasPassword}
              onAsked={(email, proven) => {
                close();
                toastAsked(email, proven);
              }}
              onCancel={close}
            />
          )}
        </FormOpener>
      </div>
    </AccountSection>
  );
}

/** Shows a button that mails the proof. An unproven address serves only to reset a forgotten password. */
function SendProof({ email, again }: { email: string; again: boolean }) {
  const prove = useProveEmail();
  const send = () =>
    prove.mutate(
      { email },
      {
        onSuccess: (proven) => toastAsked(email, proven),
        onError: toastFailure('The email could not be sent'),
      },
    );
  return (
    <button
      className="btn line"
      type="button"
      aria-disabled={prove.isPending || undefined}
      onClick={() => prove.isPending || send()}
    >
      {again ? 'Send again' : 'Confirm email'}
    </button>
  );
}
