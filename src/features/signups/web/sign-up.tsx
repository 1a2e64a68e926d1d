import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { markEntered } from '#platform/web/entered.ts';
import { useSite } from '#platform/web/page.ts';
import { CheckYourEmail } from './check-your-email.tsx';
import { Hero } from './hero.tsx';
import { type SignUpSource, signUpFailure, useSignUp } from './queries.ts';
import { keepReturnPlace } from './return-place.ts';

/** The landing's opening: editing, then the confirmation, then back to the form on a click. */
export function SignUp({ source }: { source: SignUpSource }) {
  const atGate = source === 'gate';
  const setting = useSettings();
  const { enter } = useSite();
  const signUp = useSignUp();
  const admitOnLeaving = useAdmission();
  const [email, setEmail] = useState('');
  const [cameBack, setCameBack] = useState(false);

  const submit = (typed: string) => {
    setEmail(typed);
    signUp.mutate(
      { email: typed, source },
      {
        onSuccess: ({ status }) => {
          if (status === 'link-sent') {
            if (atGate) keepReturnPlace(location.pathname + location.search);
          } else if (atGate) admitOnLeaving(typed);
          else enter(typed);
        },
      },
    );
  };

  if (signUp.data)
    return (
      <CheckYourEmail
        email={email}
        status={signUp.data.status}
        atGate={atGate}
        onBack={() => {
          setCameBack(true);
          signUp.reset();
        }}
      />
    );
  return (
    <Hero title={setting('hero.title')}>
      <div className="hero-form">
        <p className="intro">{setting('hero.subtitle')}</p>
        <EmailForm email={email} focused={cameBack} pending={signUp.isPending} onSubmit={submit} />
        {signUp.isError ? <ErrorNote role="alert">{signUpFailure(signUp.error)}</ErrorNote> : null}
        <p className="hint">
          New here? You are in straight away. Been before? We send a sign-in link that expires in 15 minutes.
        </p>
      </div>
    </Hero>
  );
}

/**
 * At the gate an admitted visitor would see the content in place of the confirmation at once. So the browser is marked
 * now, and the open page learns of it when the reader walks on, by whatever way.
 */
function useAdmission(): (email: string) => void {
  const { enter } = useSite();
  const [path] = useLocation();
  const admitted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving is a change of the path, too
  useLayoutEffect(
    () => () => {
      if (admitted.current !== null) enter(admitted.current);
    },
    [path, enter],
  );
  return (email) => {
    markEntered(email);
    admitted.current = email;
  };
}

interface EmailFormProps {
  /** What was typed before. */
  email: string;
  /** The reader has come back to it. */
  focused: boolean;
  pending: boolean;
  onSubmit: (email: string) => void;
}

function EmailForm({ email, focused, pending, onSubmit }: EmailFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What was typed before the page came alive stands in the field, not in a state.
    if (!pending) onSubmit(String(new FormData(event.currentTarget).get('email') ?? '').trim());
  };
  return (
    // Without a dialog around it that method sends nothing: pressed too early, the form keeps what was typed, and the
    // address of the page never carries it.
    <form className="signup" method="dialog" onSubmit={submit}>
      <label className="sr" htmlFor={id}>
        Email address
      </label>
      <input
        ref={field}
        id={id}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        placeholder="Your email address"
        defaultValue={email}
      />
      {/* Not `disabled`: that would take the focus away from whoever pressed it with a key. */}
      <button className="btn" type="submit" aria-disabled={pending || undefined}>
        {pending ? 'One moment' : 'Begin'}
      </button>
    </form>
  );
}
