import type { PersonDetails } from '#features/people/contract/schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { many } from '#platform/web/counts.ts';
import { Asked, Choice } from '../asked.tsx';
import * as css from '../record.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { GrantDialog } from './grants/grant-dialog.tsx';
import type { GrantCalls } from './use-grant-calls.ts';
import type { PersonCalls } from './use-person-calls.ts';

interface ActionsProps {
  person: PersonDetails;
  calls: PersonCalls;
}

/** Buttons beside the name: restore access or the account, grant access, or send a link. */
export function HeadActions({ person, calls, grant }: ActionsProps & { grant: GrantCalls['grant'] }) {
  const { setDisabled, setAccess, sendLink } = calls;
  const { email, disabledAt, signup, state, role } = person;
  const isBusy = setDisabled.isPending || setAccess.isPending;
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={container} tabIndex={-1} className="row">
      {disabledAt === null ? null : (
        <button
          type="button"
          className="btn"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || setDisabled.mutate(false)}
        >
          Enable account
        </button>
      )}
      {signup === null || signup.hasAccess ? null : (
        <button
          type="button"
          className={disabledAt === null ? 'btn' : 'btn line'}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || setAccess.mutate(true)}
        >
          Restore access
        </button>
      )}
      {state === 'revoked' || role === 'admin' ? null : <GrantDialog person={person} grant={grant} />}
      {email === null || state === 'revoked' || person.addressRevoked ? null : (
        <Asked
          label="Send sign-in link"
          title="Send a sign-in link"
          confirm="Send link"
          isBusy={sendLink.isPending}
          harmless
          onConfirm={() => sendLink.mutate()}
        >
          <p>
            <b className={css.address}>{email}</b> gets a link that works once, for 15 minutes. Links sent
            before stop working.
          </p>
        </Asked>
      )}
    </div>
  );
}

/** Signs the person out on all devices. */
export function EndSessions({ person, calls: { endSessions } }: ActionsProps) {
  const name = person.name ?? '';
  return (
    <Asked
      label="End all sessions"
      title="End all sessions"
      confirm="End sessions"
      isBusy={endSessions.isPending}
      small
      harmless
      onConfirm={() => endSessions.mutate()}
    >
      <p>
        {name} is logged out on {many(person.sessions.length, 'device')} within 5 seconds. What {name} saved
        stays. {name} can log in again at any time.
      </p>
    </Asked>
  );
}

/** Buttons that revoke access, disable the account, or erase the person. */
export function TakeAway({ person, calls, isOwn }: ActionsProps & { isOwn: boolean }) {
  const { kind, role, signup, disabledAt } = person;
  const name = person.name ?? person.email ?? '';
  const { setAccess, setDisabled, erase } = calls;
  return (
    <section className={css.section} aria-labelledby="away-title">
      <h2 id="away-title">Take away</h2>
      {isOwn ? (
        <p className="meta">This is your own account. Another administrator can do this.</p>
      ) : (
        <ul className={css.rows}>
          {!signup?.hasAccess || role === 'admin' ? null : (
            <Choice title="Revoke access" note="Can be restored.">
              <Asked
                label="Revoke"
                title="Revoke access"
                confirm="Revoke access"
                isBusy={setAccess.isPending}
                small
                onConfirm={() => setAccess.mutate(false)}
              >
                <p>{name} can no longer enter with this address, and is logged out everywhere.</p>
                <p>Nothing is refunded. {name} is not told.</p>
              </Asked>
            </Choice>
          )}
          {kind === 'signup' || disabledAt !== null ? null : (
            <Choice title="Disable account" note="Can be enabled again.">
              <Asked
                label="Disable"
                title="Disable account"
                confirm="Disable account"
                isBusy={setDisabled.isPending}
                small
                onConfirm={() => setDisabled.mutate(true)}
              >
                <p>
                  {name} is logged out everywhere and can no longer log in. What {name} saved stays.
                </p>
                <p>Nothing is refunded. {name} is not told.</p>
              </Asked>
            </Choice>
          )}
          <Choice title="Erase this person" note="Cannot be undone.">
            <EraseDialog person={person} erase={erase} />
          </Choice>
        </ul>
      )}
    </section>
  );
}
