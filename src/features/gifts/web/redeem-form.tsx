import { useId, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { authHref } from '#features/accounts/web/sign-in/return-to.ts';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { MAX_CODE_LENGTH, REDEEM_PATH } from '../contract/calls.ts';

interface RedeemFormProps {
  isSignedIn: boolean;
  hasAccess: boolean;
  pending: boolean;
  error: Error | null;
  onRedeem(code: string): void;
}

/**
 * The field for a code, filled from the address. Visitors first sign in or create an account, and return with
 * the code.
 */
export function RedeemForm({ isSignedIn, hasAccess, pending, error, onRedeem }: RedeemFormProps) {
  const id = useId();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('code') ?? '';
  const [code, setCode] = useState(asked.slice(0, MAX_CODE_LENGTH));
  const typed = code.trim();
  const here = typed === '' ? REDEEM_PATH : `${REDEEM_PATH}?code=${encodeURIComponent(typed)}`;
  return (
    <Form
      pending={pending}
      error={error && failureText(error)}
      onSubmit={() => {
        if (isSignedIn) onRedeem(typed);
        else navigate(authHref(here, 'register'));
      }}
      actions={
        <SubmitButton
          label={isSignedIn ? 'Redeem' : 'Create an account to redeem'}
          busyLabel="One moment..."
        />
      }
    >
      <div className="field">
        <label htmlFor={id}>Code</label>
        <input
          className="input"
          id={id}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          aria-describedby={`${id}-hint`}
          maxLength={MAX_CODE_LENGTH}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          Capitals, spaces and dashes do not matter.
        </p>
      </div>
      {hasAccess ? (
        <p className="hint">
          You have access already. The months of a gift follow those of another gift. Beside a subscription
          they begin now.
        </p>
      ) : null}
      {isSignedIn ? null : (
        <p>
          A gift opens everything for an account. <Link href={authHref(here)}>I have an account</Link>
        </p>
      )}
    </Form>
  );
}
