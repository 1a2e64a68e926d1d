import { EMAIL_KEY, ENTERED_COOKIE } from '#platform/web/entered.ts';

/** Takes the visitor's marks off this browser: the address, and the cookie that lets in on the first paint. */
export function forgetVisitor(): void {
  try {
    localStorage.removeItem(EMAIL_KEY);
  } catch {
    // Storage that is refused holds nothing.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ENTERED_COOKIE}=; path=/; max-age=0; samesite=lax`;
}
