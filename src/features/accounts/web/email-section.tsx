import { toast } from '#platform/design/toast.tsx';
import { failureText } from '#platform/web/api-client.ts';
import type { AccountDetails, User } from '../contract.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { CodeForm } from './code-form.tsx';
import { Opener } from './opener.tsx';
import { useProveEmail, waitingAddress } from './use-prove-email.ts';

/** The address, whether it is proven, and the ways to prove or change it. */
export function EmailSection({ user, account }: { user: User; account: AccountDetails }) {
  const { pendingEmail } = account;
  const waiting = waitingAddress(user, account);
  const confirmed = ({ email }: User) =>
    toast({ title: 'Address confirmed', description: `${email} is yours here from now on.` });
  return (
    <section aria-labelledby="email-title">
      <h2 id="email-title">Email</h2>
      <p className="row">
        <span>{user.email ?? 'No email provided'}</span>
        {user.email === null ? null : user.emailVerified ? (
          <span className="badge free">Confirmed</span>
        ) : (
          <span className="badge plain">Not confirmed yet</span>
        )}
      </p>
      {pendingEmail === null ? null : (
        <div className="account-step">
          <p>
            We have sent a link and a code to <span className="whole">{pendingEmail}</span>. Press the link,
            or enter the code here.
          </p>
          <CodeForm key={pendingEmail} onProven={confirmed} />
        </div>
      )}
      <div className="account-ways">
        {waiting === null ? null : <SendAgain email={waiting} again={pendingEmail !== null} />}
        <Opener label={user.email === null ? 'Add an email' : 'Change email'}>
          {(close) => (
            <ChangeEmailForm
              hasPassword={account.hasPassword}
              onAsked={(email) => {
                close();
                sayOnItsWay(email);
              }}
              onCancel={close}
            />
          )}
        </Opener>
      </div>
    </section>
  );
}

const sayOnItsWay = (email: string) =>
  toast({ title: 'Check Your Email', description: `A link and a code are on their way to ${email}.` });

/** Until the address is proven it signs nobody in, and a forgotten password is the only thing it is good for. */
function SendAgain({ email, again }: { email: string; again: boolean }) {
  const prove = useProveEmail();
  const send = () =>
    prove.mutate(
      { email },
      {
        onSuccess: () => sayOnItsWay(email),
        onError: (error) =>
          toast({
            kind: 'bad',
            title: 'The mail could not be sent',
            description: failureText(error),
          }),
      },
    );
  return (
    <button
      className="btn line"
      type="button"
      aria-disabled={prove.isPending || undefined}
      onClick={() => prove.isPending || send()}
    >
      {again ? 'Send it again' : 'Confirm this address'}
    </button>
  );
}
