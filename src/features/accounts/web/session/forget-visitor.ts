import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { EMAIL_KEY, LAST_STOP_KEY } from '#platform/web/entered.ts';

/** Removes the visitor's email address, the entered cookie and the last lesson from this browser. */
export function forgetVisitor(): void {
  try {
    localStorage.removeItem(EMAIL_KEY);
    localStorage.removeItem(LAST_STOP_KEY);
  } catch {
    // With refused storage, there is nothing to remove.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ENTERED_COOKIE}=; path=/; max-age=0; samesite=lax`;
}
