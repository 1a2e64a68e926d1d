import { ApiError } from '#platform/web/api-client.ts';
import type { Subscription } from '../contract.ts';

const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
/** A confirmation may take half an hour. Whoever waits longer is told by the next page that they open. */
const GIVE_UP_AFTER = 60 * 60_000;

/** How long to wait before the question number `n`, from 0, in ms: soon at first, then ever more seldom. */
export const pauseBefore = (n: number): number => Math.min(FIRST_PAUSE * 1.5 ** n, LONGEST_PAUSE);

/** The server understood and said no; asking again would not change it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Asks until the payment is no longer pending, with growing pauses; a question that fails on its way is asked again.
 * Null: nobody waits any more. Throws what the server refuses.
 */
export async function awaitConfirmation(
  ask: () => Promise<Subscription | null>,
  signal: AbortSignal,
): Promise<Subscription | null> {
  let waited = 0;
  for (let n = 0; waited < GIVE_UP_AFTER; n += 1) {
    const pause = pauseBefore(n);
    await new Promise((resolve) => setTimeout(resolve, pause));
    waited += pause;
    if (signal.aborted) return null;
    try {
      const subscription = await ask();
      if (signal.aborted || subscription === null) return null;
      if (subscription.status !== 'pending') return subscription;
    } catch (error) {
      if (isRefusal(error)) throw error;
    }
  }
  return null;
}
