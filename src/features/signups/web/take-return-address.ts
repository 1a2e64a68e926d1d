import type { LastStop } from '#platform/web/last-stop/last-stop.ts';
import { lastStop } from '#platform/web/last-stop/read-last-stop.ts';
import { ownPath } from '#platform/web/own-path.ts';
import { RETURN_KEY } from './return-address.ts';

/** Returns the page for a returning reader: the requested page, the unfinished lesson, or the oceans. */
export const landingOf = (requested: string | null, stopped: LastStop | null): string =>
  ownPath(requested) ?? stopped?.href ?? '/app';

/** Returns the page for this browser's reader (see {@link landingOf}), and deletes the stored address. */
export function takeReturnAddress(): string {
  let requested: string | null = null;
  try {
    requested = localStorage.getItem(RETURN_KEY);
    localStorage.removeItem(RETURN_KEY);
  } catch {
    // Without storage, there is no stored address.
  }
  return landingOf(requested, lastStop());
}
