import { useEffect, useState } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { type SignUpSource, signUpFailure, useSignUp } from '../queries.ts';

/** Minimum time in ms before a mail is sent again, because delivery takes a moment. */
const WAIT = 60_000;

/** Sends the sign-in link again, at the earliest a minute after the last one. */
export function SendAgain({ email, source }: { email: string; source: SignUpSource }) {
  const signUp = useSignUp();
  const [sent, setSent] = useState(1);
  const [waiting, setWaiting] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail begins a new wait
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), WAIT);
    return () => clearTimeout(timer);
  }, [sent]);
  const isOff = waiting || signUp.isPending;
  const send = () => {
    if (isOff) return;
    signUp.mutate(
      { email, source },
      {
        onSuccess: () => {
          setWaiting(true);
          setSent(sent + 1);
        },
      },
    );
  };
  return (
    <>
      <button className="btn line" type="button" aria-disabled={isOff || undefined} onClick={send}>
        {signUp.isPending ? 'One moment...' : 'Send again'}
      </button>
      <p className="sr" role="status">
        {sent > 1 ? 'We sent the link again.' : ''}
      </p>
      {signUp.isError ? <ErrorNote role="alert">{signUpFailure(signUp.error)}</ErrorNote> : null}
    </>
  );
}
