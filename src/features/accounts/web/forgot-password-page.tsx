import { useEffect, useRef, useState } from 'react';
import { Link } from '#platform/web/link.tsx';
import { ForgottenPasswordForm } from './forgotten-password-form.tsx';
import { QuietCard } from './quiet-card.tsx';

/** /forgot-password: a link to a new password, by mail. What it says tells nobody whether an account exists. */
export function Page() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sentTo !== null) said.current?.focus();
  }, [sentTo]);
  return (
    <QuietCard
      title={sentTo === null ? 'Forgotten your password?' : 'Check Your Email'}
      path="/forgot-password"
    >
      {sentTo === null ? (
        <>
          <p>Give the address of your account, and a link to a new password comes by mail.</p>
          <ForgottenPasswordForm onSent={setSentTo} />
        </>
      ) : (
        <>
          <p ref={said} tabIndex={-1}>
            If an account has the address {sentTo}, a link to a new password is on its way. It expires in 15
            minutes.
          </p>
          <p className="hint">
            Nothing there after a minute? Look in the spam folder, or try the address you registered with.
          </p>
          <button className="btn line" type="button" onClick={() => setSentTo(null)}>
            Try another address
          </button>
        </>
      )}
      <p className="auth-foot">
        <Link href="/auth">Back to login</Link>
      </p>
    </QuietCard>
  );
}
