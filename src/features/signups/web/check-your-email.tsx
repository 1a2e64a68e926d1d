import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '#platform/design/icon.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import { useVerify } from './queries.ts';

interface CheckYourEmailProps {
  email: string;
  status: 'granted' | 'link-sent';
  /** The form stood in the place of content, which opens where one is. */
  atGate: boolean;
  onBack: () => void;
}

/** Says which of the two happened: instant access with the way in, or a link on its way. */
export function CheckYourEmail({ email, status, atGate, onBack }: CheckYourEmailProps) {
  const { enter } = useSite();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => region.current?.focus(), []);
  return (
    <div className="hero-form" ref={region} tabIndex={-1} role="status">
      {status === 'granted' ? (
        <>
          <p className="intro">
            Welcome. {email} is new here, so you are in straight away, on this device and without a mail.
          </p>
          <div className="row">
            {atGate ? (
              <button className="btn" type="button" onClick={() => enter(email)}>
                Continue
              </button>
            ) : (
              <Link className="btn" href="/app" onClick={() => enter(email)}>
                Go to the oceans
              </Link>
            )}
            <BackToForm onBack={onBack} />
          </div>
          <p className="hint">Next time, or on another device, we send you a sign-in link.</p>
        </>
      ) : (
        <>
          <p className="intro">We have sent a sign-in link to {email}. It expires in 15 minutes.</p>
          <CodeForm email={email} atGate={atGate} />
          <div className="row">
            <BackToForm onBack={onBack} />
          </div>
          <p className="hint">
            Nothing there after a minute? Look in the spam folder, or send it again from the form.
          </p>
        </>
      )}
    </div>
  );
}

function BackToForm({ onBack }: { onBack: () => void }) {
  return (
    <button className="btn line" type="button" onClick={onBack}>
      <Icon name="left" />
      Back to form
    </button>
  );
}

/** The six-digit code from the same mail, for when the mail is read on another device. */
function CodeForm({ email, atGate }: { email: string; atGate: boolean }) {
  const verify = useVerify();
  const queries = useQueryClient();
  const { enter } = useSite();
  const [, navigate] = useLocation();
  const field = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').replace(/\D/g, '');
    verify.mutate(
      { email, code: typed },
      {
        onSuccess: async ({ email: proven }) => {
          await queries.resetQueries();
          if (!atGate) navigate('/app');
          enter(proven);
        },
      },
    );
  };
  return (
    <form className="code-form" onSubmit={submit}>
      <label htmlFor={field}>Or enter the code from the mail</label>
      <div className="signup">
        <input
          id={field}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*(\d\s*){6}"
          title="Six digits"
          placeholder="000 000"
          required
          aria-describedby={verify.isError ? `${field}-error` : undefined}
        />
        <button className="btn" type="submit" disabled={verify.isPending}>
          Come in
        </button>
      </div>
      {verify.isError ? (
        <p className="err" role="alert" id={`${field}-error`}>
          <Icon name="alert" />
          {(verify.error instanceof ApiError && verify.error.reason) ||
            'Network error: Please check your connection and try again.'}
        </p>
      ) : null}
    </form>
  );
}
