import type { ReactNode } from 'react';
import { toast } from '#platform/design/toast/toast.tsx';
import type { Api } from '#platform/web/api-client.ts';
import { hasCode } from '#platform/web/api-error.ts';
import type { Login } from '../../contract/form-schemas.ts';
import type { User } from '../../contract/schemas.ts';
import { offerPasskeys, passkeyFailure, signInWithPasskey } from '../passkeys/ceremonies.ts';
import { LoginCodeForm } from '../second-factor/login-code-form.tsx';

/* Code of a login that loads at the first use: passkeys, failures, and codes of a second factor. */
import { loginFailure, registerFailure } from './sign-in-failures.ts';

const FAILED = 'No passkey was used. Try again, or log in with your password.';
const UNKNOWN = 'This browser does not know passkeys. Log in with your password.';

const showFailure = (description: string) => toast({ kind: 'bad', title: 'Login failed', description });

type OnSignedIn = (user: User) => void;

/** The offer of the shown form. A browser allows one passkey request at a time, so `ask` ends the offer. */
let current: { ending: AbortController; ended: Promise<void>; again(): void } | undefined;

/** Offers passkeys in the username field until the reader leaves the form, which aborts `shown`. */
export function offer(api: Api, shown: AbortSignal, onSignedIn: OnSignedIn): void {
  if (shown.aborted) return;
  const ending = new AbortController();
  const end = () => ending.abort();
  shown.addEventListener('abort', end);
  const ended = offerPasskeys(api, ending.signal)
    .then(
      (user) => user && onSignedIn(user),
      // Silent, because nobody has chosen a passkey: no network, or too many requests.
      (error) => {
        const isChosen = hasCode(error, 'passkey-refused') || hasCode(error, 'passkey-unknown');
        if (isChosen) showFailure(passkeyFailure(error, FAILED));
      },
    )
    .then(() => shown.removeEventListener('abort', end));
  current = { ending, ended, again: () => offer(api, shown, onSignedIn) };
}

let asking = false;

/** Requests a passkey. Without a login, explains why, and resumes the offer. */
export async function ask(api: Api, onSignedIn: OnSignedIn): Promise<void> {
  // The browser's own dialog shows the progress.
  if (asking) return;
  asking = true;
  const offered = current;
  try {
    offered?.ending.abort();
    await offered?.ended;
    if ('PublicKeyCredential' in window) return onSignedIn(await signInWithPasskey(api));
    showFailure(UNKNOWN);
  } catch (error) {
    showFailure(passkeyFailure(error, FAILED));
  } finally {
    asking = false;
  }
  offered?.again();
}

interface CodeStep {
  /** Shows the form for the code in place of the login form; null restores that. */
  show(step: ReactNode): void;
  onSignedIn: OnSignedIn;
}

/** Explains why a login failed, or shows the form for a second factor's code. */
export function explainLogin(error: Error, login: Login, { show, onSignedIn }: CodeStep): void {
  if (!hasCode(error, 'second-factor-required')) showFailure(loginFailure(error));
  else show(<LoginCodeForm login={login} onSignedIn={onSignedIn} onBack={() => show(null)} />);
}

/** Explains why a registration failed. */
export const explainRegistration = (error: Error): void =>
  toast({ kind: 'bad', title: 'Registration failed', description: registerFailure(error) });
