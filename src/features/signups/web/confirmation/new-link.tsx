import { type FormEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { storedEmail } from '#platform/web/entered.ts';
import { useSite } from '#platform/web/page.ts';
import { MAX_EMAIL_LENGTH } from '../../contract/calls.ts';
import { signUpFailure, useRenewLink, useSignUp } from '../queries.ts';
import * as css from '../sign-in-link.module.css';
import { takeReturnAddress } from '../take-return-address.ts';
import { CodeForm } from './code-form.tsx';

/**
 * Sends a new link: to the old link's address while the server knows it, else to an address that the visitor
 * types.
 */
export function NewLink({ token }: { token: string }) {
  const renew = useRenewLink();
  if (renew.isSuccess) return <LinkSent />;
  if (token === '' || hasCode(renew.error, 'link-not-renewable')) return <AskForEmail />;
  return (
    <>
      <button
        className="btn"
        type="button"
        aria-disabled={renew.isPending || undefined}
        onClick={() => {
          if (!renew.isPending) renew.mutate(token);
        }}
      >
        {renew.isPending ? 'One moment...' : 'Send a new link'}
      </button>
      {renew.isError ? <ErrorNote role="alert">{signUpFailure(renew.error)}</ErrorNote> : null}
    </>
  );
}

function AskForEmail() {
  const signUp = useSignUp();
  const id = useId();
  const { enter } = useSite();
  const [, navigate] = useLocation();
  const onIn = () => navigate(takeReturnAddress(), { replace: true });
  const [suggestion, setSuggestion] = useState('');
  useEffect(() => setSuggestion(storedEmail() ?? ''), []);
  if (signUp.isSuccess)
    return (
      <>
        <LinkSent />
        <CodeForm email={signUp.variables.email} onIn={onIn} />
      </>
    );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    signUp.mutate(
      { email, source: 'landing' },
      {
        onSuccess: ({ status }) => {
          // An address without a sign-up gets instant access, without a link.
          if (status === 'granted') {
            enter(email);
            onIn();
          }
        },
      },
    );
  };
  return (
    <Form
      className={css.form}
      pending={signUp.isPending}
      error={signUp.error && signUpFailure(signUp.error)}
      onSubmit={submit}
    >
      <div className="field">
        <label htmlFor={id}>Email address</label>
        <input
          key={suggestion}
          className="input"
          id={id}
          name="email"
          type="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
          defaultValue={suggestion}
        />
      </div>
      <SubmitButton label="Send a new link" busyLabel="One moment..." className="btn" />
    </Form>
  );
}

const LinkSent = () => <p role="status">We sent you a new link. It expires in 15 minutes.</p>;
