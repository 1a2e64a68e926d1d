import { useId } from 'react';
import { useLocation } from 'wouter';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { useSite } from '#platform/web/page.ts';
import { CodeForm } from './code-form.tsx';
import { Hero } from './hero.tsx';

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
  const [, navigate] = useLocation();
  const intro = useId();
  return (
    <Hero title="Check Your Email" arrived={{ describedBy: intro }}>
      {status === 'granted' ? (
        <div className="hero-form">
          <p className="intro" id={intro}>
            You are in straight away. Check that <b>{email}</b> is right: when you come back on another
            device, your sign-in link goes there.
          </p>
          <div className="row">
            {atGate ? (
              <button className="btn" type="button" onClick={() => enter(email)}>
                Continue
              </button>
            ) : (
              <Link className="btn" href="/app">
                Go to your oceans
              </Link>
            )}
            <BackToForm onBack={onBack} />
          </div>
        </div>
      ) : (
        <div className="hero-form">
          <p className="intro" id={intro}>
            We have sent a sign-in link to <b>{email}</b>. It expires in 15 minutes.
          </p>
          <CodeForm
            email={email}
            onIn={() => {
              if (!atGate) navigate('/app');
            }}
          />
          <div className="row">
            <BackToForm onBack={onBack} />
          </div>
          <p className="hint">
            Nothing there after a minute? Look in the spam folder, or send it again from the form.
          </p>
        </div>
      )}
    </Hero>
  );
}

/** A link by the specification's word: to the form at this very address. */
function BackToForm({ onBack }: { onBack: () => void }) {
  const [path] = useLocation();
  return (
    <a
      className="btn line"
      href={path}
      onClick={(event) => {
        event.preventDefault();
        onBack();
      }}
    >
      <Icon name="left" />
      Back to form
    </a>
  );
}
