import { useEffect, useEffectEvent } from 'react';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { whenUsed } from '#platform/web/ahead.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { useApi } from '#platform/web/page.ts';
import type { User } from '../../contract/schemas.ts';

/** Loads at the reader's first action. */
export const signInFlow = lazyModule(() => import('./sign-in-flow.tsx'));

export const showFailure = toastFailure('Login failed');
/** Hides a failed load of the offer, because nobody has requested it. */
const ignore = () => {};

/**
 * Offers passkeys among the suggestions of the username field, from the reader's first action on. Returns the
 * handler of a button that requests one.
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
