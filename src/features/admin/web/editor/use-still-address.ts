import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { useDebounced } from '#platform/web/use-debounced.ts';

/** Pause in typing after which an address is used, in ms. */
const WAIT = 400;
/** Prefixes of addresses that the form sets itself: uploads, and generated covers. */
const OWN = [UPLOADS_PREFIX, '/covers/'];

/**
 * Returns an address after a pause in typing. Addresses set by the form are returned at once, because their
 * preview moves the controls below and must not do so under the next press.
 */
export function useStillAddress(address: string): string {
  const typed = address.trim();
  const still = useDebounced(typed, WAIT);
  return OWN.some((beginning) => typed.startsWith(beginning)) ? typed : still;
}
