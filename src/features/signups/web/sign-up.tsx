import { type FormEvent, useId, useState } from 'react';
import { useSettings } from '#features/settings/web/site-settings.ts';
import { Icon } from '#platform/design/icon.tsx';
import { markEntered } from '#platform/web/entered.ts';
import { CheckYourEmail } from './check-your-email.tsx';
import { Hero } from './hero.tsx';
import { type SignUpSource, signUpFailure, useSignUp } from './queries.ts';

/** The landing's opening: editing, then the confirmation, then back to the form on a click. */
export function SignUp({ source }: { source: SignUpSource }) {
  const setting = useSettings();
  const signUp = useSignUp();
  const [email, setEmail] = useState('');
  const field = useId();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What was typed before the page came alive stands in the field, not in the state.
    const typed = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    setEmail(typed);
    signUp.mutate(
      { email: typed, source },
      {
        onSuccess: ({ status }) => {
          if (status === 'granted') markEntered(typed);
        },
      },
    );
  };

  if (signUp.data)
    return (
      <Hero title="Check Your Email">
        <CheckYourEmail
          email={email}
          status={signUp.data.status}
          atGate={source === 'gate'}
          onBack={signUp.reset}
        />
      </Hero>
    );

  return (
    <Hero title={setting('hero.title')}>
      <div className="hero-form">
        <p className="intro">{setting('hero.subtitle')}</p>
        <form className="signup" onSubmit={submit}>
          <label className="sr" htmlFor={field}>
            Email address
          </label>
          <input
            id={field}
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            placeholder="Your email address"
            defaultValue={email}
            aria-describedby={`${field}-note`}
          />
          <button className="btn" type="submit" disabled={signUp.isPending}>
            {signUp.isPending ? 'One moment' : 'Begin'}
          </button>
        </form>
        {signUp.isError ? (
          <p className="err" role="alert">
            <Icon name="alert" />
            {signUpFailure(signUp.error)}
          </p>
        ) : null}
        <p className="hint" id={`${field}-note`}>
          New here? You are in straight away. Been before? We send a sign-in link that expires in 15 minutes.
        </p>
      </div>
    </Hero>
  );
}
