import { HOUR } from '#platform/text/time-units.ts';
import { ApiError } from '#platform/web/api-error.ts';
import type { Subscription } from '../../contract/schemas.ts';

/** In ms, as are all of these. */
const FIRST_PAUSE = 2_000;
const MAX_PAUSE = 60_000;
/** A confirmation may take half an hour. After a longer wait, the next page that is opened asks. */
const GIVE_UP_AFTER = HOUR;

/** The growing pause before request `n`, from 0, in ms. */
export const pauseBefore = (n: number): number => Math.min(FIRST_PAUSE * 1.5 ** n, MAX_PAUSE);

/** Whether the server refused for good. A rate limit passes, so it is no refusal. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'rate-limited';

/**
 * Asks with growing pauses until the payment is no longer pending, and again after a failure on the way.
 * Returns null after `signal`, after the longest wait, or if there is no subscription. Throws the server's
 * refusal.
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
