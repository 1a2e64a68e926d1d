import { useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { lastStop } from '#platform/web/last-stop/read-last-stop.ts';
import { Hero } from '../landing/hero.tsx';
import { takeReturnAddress } from '../take-return-address.ts';
import { BackToForm } from './back-to-form.tsx';
import { CodeForm } from './code-form.tsx';
import type { ConfirmationProps } from './confirmation-props.ts';
import { SendAgain } from './send-again.tsx';

/** The confirmation for a returning address, after a link was mailed. */
export function CheckYourEmail({ email, source, onBack }: ConfirmationProps) {
  const [, navigate] = useLocation();
  const intro = useId();
  const atGate = source === 'gate';
  const [stopped] = useState(lastStop);
  // The return address of an earlier gate would lead to another page than the text says.
  useEffect(() => {
    if (!atGate) takeReturnAddress();
  }, [atGate]);
  return (
    <Hero title="Check Your Email" arrived={{ describedBy: intro }}>
      <p className="intro" id={intro}>
        We sent a sign-in link to <b>{email}</b>. It expires in 15 minutes.
      </p>
      {atGate ? (
        <p>Open it on this device to continue to the page you asked for.</p>
      ) : stopped ? (
        <p>Open it on this device to continue where you stopped: {stopped.label}.</p>
      ) : null}
      <CodeForm
        email={email}
        onIn={() => {
          const address = takeReturnAddress();
          // At the gate, the requested page replaces the form.
          if (!atGate) navigate(address);
        }}
      />
      <div className="row">
        <SendAgain email={email} source={source} />
        <BackToForm onBack={onBack} />
      </div>
      <p className="hint">No email after a minute? Check your spam folder, or send it again.</p>
    </Hero>
  );
}
