import { type FormEvent, useId } from 'react';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { redeemFailure, useRedeem } from './queries.ts';

/** The six-digit code from the same mail, for when the mail is read on another device. */
export function CodeForm({ email, onIn }: { email: string; onIn: () => void }) {
  const redeem = useRedeem(onIn);
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code') ?? '');
    if (!redeem.isPending) redeem.mutate({ email, code: typed.replace(/\D/g, '') });
  };
  return (
    <form className="code-form" onSubmit={submit}>
      <label htmlFor={id}>Or enter the six-digit code from the same mail</label>
      <div className="signup">
        <input
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // Mails show it in two groups, and it may be pasted with the space.
          pattern="\s*(\d\s*){6}"
          title="Six digits"
          placeholder="000 000"
          required
          aria-invalid={redeem.isError || undefined}
          aria-describedby={redeem.isError ? `${id}-error` : undefined}
        />
        <button className="btn" type="submit" aria-disabled={redeem.isPending || undefined}>
          {redeem.isPending ? 'One moment' : 'Come in'}
        </button>
      </div>
      {redeem.isError ? (
        <ErrorNote role="alert" id={`${id}-error`}>
          {redeemFailure(redeem.error)}
        </ErrorNote>
      ) : null}
    </form>
  );
}
