import { useState } from 'react';
import type { EmailSignup } from '#features/signups/contract/schemas.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import * as css from './signups-panel.module.css';
import { useSignupCalls } from './use-signup-calls.ts';

/** A sign-up with its actions: revoke, grant, erase. */
export function SignupRow({ signup }: { signup: EmailSignup }) {
  const { email, createdAt, source, hasAccess } = signup;
  return (
    <tr>
      <td className={css.email}>{email}</td>
      <td data-l="Signed up">
        <LocalDate instant={createdAt} style="instant" />
      </td>
      <td data-l="Source">{source}</td>
      <td>
        {hasAccess ? (
          <span className="badge free">Has Access</span>
        ) : (
          <span className="badge off">Access Revoked</span>
        )}
      </td>
      <td>
        <SignupActions signup={signup} />
      </td>
    </tr>
  );
}

function SignupActions({ signup }: { signup: EmailSignup }) {
  const { email, hasAccess } = signup;
  const { toggleAccess, erase } = useSignupCalls(signup);
  const [revoking, setRevoking] = useState(false);
  const [erasing, setErasing] = useState(false);
  return (
    <>
      <div className="row end">
        <button
          type="button"
          className="btn line sm"
          aria-disabled={toggleAccess.isPending || undefined}
          onClick={() => {
            if (toggleAccess.isPending) return;
            if (hasAccess) setRevoking(true);
            else toggleAccess.mutate();
          }}
        >
          {hasAccess ? 'Revoke' : 'Grant Access'}
          <span className="sr">
            {' '}
            {hasAccess ? 'the access of' : 'to'} {email}
          </span>
        </button>
        <button
          type="button"
          className="btn quiet sm"
          aria-disabled={erase.isPending || undefined}
          onClick={() => erase.isPending || setErasing(true)}
        >
          Erase<span className="sr"> {email}</span>
        </button>
      </div>
      <ConfirmDialog
        open={erasing}
        title="Erase this address?"
        label="Erase"
        onConfirm={() => {
          setErasing(false);
          erase.mutate();
        }}
        onCancel={() => setErasing(false)}
      >
        <p>
          <b className={css.revoked}>{email}</b> and everything stored about it are removed. This cannot be
          undone. {hasAccess ? '' : 'The address can enter again afterwards. '}A subscription without an
          account ends. An account with this address stays.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={revoking}
        title="Revoke access?"
        label="Revoke"
        onConfirm={() => {
          setRevoking(false);
          toggleAccess.mutate();
        }}
        onCancel={() => setRevoking(false)}
      >
        <p>
          <b className={css.revoked}>{email}</b> is logged out everywhere and can no longer enter. You can
          grant access again at any time.
        </p>
      </ConfirmDialog>
    </>
  );
}
