import { useEffect, useRef } from 'react';
import type { Subscription } from '../../contract/schemas.ts';
import { awaitConfirmation } from './await-confirmation.ts';

/** As of `awaitConfirmation`; `refused` for an error. */
type Outcome = Subscription | null | 'refused';

/** Waits for a payment's confirmation, once at a time, until it is stopped or the component unmounts. */
export function useConfirmationWait() {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    stop(): void {
      running.current?.abort();
      running.current = null;
    },
    /** Starts a wait unless one is running. `settle` is not called after a stop. */
    async start(
      ask: () => Promise<Subscription | null>,
      settle: (outcome: Outcome) => Promise<void>,
    ): Promise<void> {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      const outcome = await awaitConfirmation(ask, own.signal).catch(() => 'refused' as const);
      if (!own.signal.aborted) await settle(outcome);
      if (running.current === own) running.current = null;
    },
  };
}
