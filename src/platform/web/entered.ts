import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';

/**
 * Storage key of the visitor's email. With an email, the browser counts as entered (specification, section
 * 1).
 */
export const EMAIL_KEY = 'stillwater.email';
/** Storage key of the reader's last stop (last-stop.ts). Never renamed, because browsers have stored it. */
export const LAST_STOP_KEY = 'stillwater.last-place';
/** Lifetime of the cookie that a script sets, in seconds. */
export const ENTERED_MAX_AGE = 365 * 24 * 60 * 60;

/** Whether this browser has the entered cookie. The server may have revoked it. */
export const hasEntry = (): boolean => document.cookie.includes(`${ENTERED_COOKIE}=`);

/** Marks this browser as entered, and stores the email unless it is null. */
export function markEntered(email: string | null): void {
  try {
    if (email !== null) localStorage.setItem(EMAIL_KEY, email);
  } catch {
    // Private windows may refuse storage. The cookie suffices.
  }
  // The server's cookie is bound to the address. If it is missing, this one marks the browser as entered.
  if (hasEntry()) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ENTERED_COOKIE}=1; path=/; max-age=${ENTERED_MAX_AGE}; samesite=lax`;
}

/** Returns the stored email, or null. */
export function storedEmail(): string | null {
  try {
    return localStorage.getItem(EMAIL_KEY);
  } catch {
    return null;
  }
}
