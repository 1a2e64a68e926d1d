import type { LastStop } from '#platform/web/last-stop/last-stop.ts';
import { lastStop } from '#platform/web/last-stop/read-last-stop.ts';
import { ownPath } from '#platform/web/own-path.ts';
import { RETURN_KEY } from './return-address.ts';

/**
 * Returns the page of a returning reader: the requested one, the lesson at which they stopped, or the oceans.
 */
export const landingOf = (requested: string | null, stopped: LastStop | null): string =>
  ownPath(requested) ?? stopped?.href ?? '/app';

/** Returns where this browser's reader lands (see {@link landingOf}), and forgets the requested page. */
export function takeReturnAddress(): string {
  let requested: string | null = null;
  try {
    requested = localStorage.getItem(RETURN_KEY);
    localStorage.removeItem(RETURN_KEY);
  } catch {
    // Refused storage holds nothing.
  }
  return landingOf(requested, lastStop());
}
