import { useEffect, useRef, useState } from 'react';
import { Link } from '#platform/web/link.tsx';
import { CardFooter } from '../auth-card.tsx';
import { NoticeCard } from '../notice-card.tsx';
import { ForgottenPasswordForm } from './forgotten-password-form.tsx';

/** `/forgot-password`: mails a link to a new password. The page never reveals whether an account exists. */
export function Page() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const confirmation = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (sentTo !== null) confirmation.current?.focus();
  }, [sentTo]);
  return (
    <NoticeCard
      title={sentTo === null ? 'Forgot your password?' : 'Check Your Email'}
      path="/forgot-password"
    >
      {sentTo === null ? (
        <>
          <p>Enter your account’s email. We will send you a link to choose a new password.</p>
          <ForgottenPasswordForm onSent={setSentTo} />
        </>
      ) : (
        <>
          <p ref={confirmation} tabIndex={-1}>
            If there is an account for {sentTo}, we sent a link to choose a new password. It expires in 15
            minutes.
          </p>
          <p className="hint">
            No email after a minute? Check your spam folder, or try the address you registered with.
          </p>
          <button className="btn line" type="button" onClick={() => setSentTo(null)}>
            Use another email
          </button>
        </>
      )}
      <CardFooter>
        <Link href="/auth">Back to login</Link>
      </CardFooter>
    </NoticeCard>
  );
}
