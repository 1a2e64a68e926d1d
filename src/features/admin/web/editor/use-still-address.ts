import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { useDebounced } from '#platform/web/use-debounced.ts';

/** Pause in typing after which an address counts, in ms. */
const WAIT = 400;
/** Beginnings of the addresses that the form itself writes: uploads, and drawn covers. */
const OWN = [UPLOADS_PREFIX, '/covers/'];

/**
 * Returns an address once its typing has paused. One that the form wrote counts at once: its preview moves
 * what is below, and must not do so under the next press.
 */
export function useStillAddress(address: string): string {
  const typed = address.trim();
  const still = useDebounced(typed, WAIT);
  return OWN.some((beginning) => typed.startsWith(beginning)) ? typed : still;
}
