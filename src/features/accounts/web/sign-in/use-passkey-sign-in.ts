import { useEffect, useEffectEvent } from 'react';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { whenUsed } from '#platform/web/ahead.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { useApi } from '#platform/web/page.ts';
import type { User } from '../../contract/schemas.ts';

/** Loads at the first sign of a person. */
export const signInFlow = lazyModule(() => import('./sign-in-flow.tsx'));

export const showFailure = toastFailure('Login failed');
/** An offer that could not be loaded is not reported: nobody has asked for it. */
const ignore = () => {};

/**
 * Offers passkeys among the suggestions of the username field, from the first sign of a person on.
 * Returns the handler of a button that asks for one.
 */
export function usePasskeySignIn(onSignedIn: (user: User) => void): () => void {
  const api = useApi();
  const signedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    const shown = new AbortController();
    const stopWaiting = whenUsed(
      () => void signInFlow().then(({ offer }) => offer(api, shown.signal, signedIn), ignore),
    );
    return () => {
      stopWaiting();
      shown.abort();
    };
  }, [api]);
  return () => void signInFlow().then(({ ask }) => ask(api, onSignedIn), showFailure);
}
