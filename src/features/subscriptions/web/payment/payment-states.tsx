import type { ReactNode } from 'react';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import * as css from './payment-states.module.css';

export type PaymentState = 'initial' | 'pending' | 'rejected' | 'resolved';

interface PaymentStatesProps {
  state: PaymentState;
  /** Used with `rejected`. */
  retry?(): void;
  /** Used with `resolved`: the provider's own button. */
  children?: ReactNode;
}

/** The four states of the payment button (specification, section 4). */
export function PaymentStates({ state, retry, children }: PaymentStatesProps) {
  const isWaiting = state === 'initial' || state === 'pending';
  return (
    <div className={css.payment} data-state={state} aria-busy={isWaiting}>
      {isWaiting ? (
        <>
          <div className={`skel ${css.skeleton}`} />
          <p className={`hint ${css.status}`} role="status">
            {state === 'initial' ? 'Preparing the payment...' : 'Loading the payment button...'}
          </p>
        </>
      ) : null}
      {state === 'rejected' ? (
        <>
          <ErrorNote role="alert">
            The payment button could not be loaded. Check your connection, or turn off your ad blocker for
            this page.
          </ErrorNote>
          <button className="btn line wide" type="button" onClick={retry}>
            Try Again
          </button>
        </>
      ) : null}
      {state === 'resolved' ? children : null}
    </div>
  );
}
