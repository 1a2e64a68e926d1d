import type { ReactNode } from 'react';
import { ErrorNote } from '#platform/design/error-note.tsx';

export type PaymentState = 'initial' | 'pending' | 'rejected' | 'resolved';

interface PaymentStatesProps {
  state: PaymentState;
  /** With `rejected`. */
  retry?(): void;
  /** With `resolved`: the provider's own button. */
  children?: ReactNode;
}

/** The four states of the payment button (specification, section 4). */
export function PaymentStates({ state, retry, children }: PaymentStatesProps) {
  const waits = state === 'initial' || state === 'pending';
  return (
    <div className="pay" data-state={state} aria-busy={waits}>
      {waits ? (
        <>
          <div className="skel pay-skel" />
          <p className="hint" role="status">
            {state === 'initial' ? 'Preparing the payment...' : 'Loading the payment button...'}
          </p>
        </>
      ) : null}
      {state === 'rejected' ? (
        <>
          <ErrorNote role="alert">
            The payment button could not be loaded. The connection may be away for a moment, or something in
            this browser may keep it out.
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
