import { type FormEvent, useId } from 'react';
import { Form } from '#platform/design/form/form.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import * as css from '../input-row.module.css';
import { redeemFailure, useRedeem } from '../queries.ts';

/** The field for the six-digit code of a sign-in mail, for mail read on another device. */
export function CodeForm({ email, onIn }: { email: string; onIn: () => void }) {
  const { mutate, isPending, error } = useRedeem(onIn);
  const id = useId();
  const errorId = `${id}-error`;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = String(new FormData(event.currentTarget).get('code') ?? '');
    mutate({ email, code: typed.replace(/\D/g, '') });
  };
  return (
    <Form
      className={css.code}
      pending={isPending}
      error={error && redeemFailure(error)}
      errorId={errorId}
      onSubmit={submit}
    >
      <label htmlFor={id}>Or enter the 6-digit code from the email</label>
      <div className={css.inputRow}>
        <input
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Mails show two groups of three digits, so pasted codes may contain a space.
          pattern="\s*(\d\s*){6}"
          title="6-digit code"
          placeholder="000 000"
          required
          aria-invalid={error !== null || undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <SubmitButton label="Sign in" busyLabel="One moment..." className="btn" />
      </div>
    </Form>
  );
}
