/** The visitor's address in local storage: its presence marks this browser as entered (specification, section 1). */
export const EMAIL_KEY = 'stillwater.email';
/** The same mark for the server, so that the first paint is the right one. It opens nothing by itself. */
export const ENTERED_COOKIE = 'stillwater_entered';
const YEAR = 365 * 24 * 60 * 60;

export function markEntered(email: string | null): void {
  try {
    if (email !== null) localStorage.setItem(EMAIL_KEY, email);
  } catch {
    // Storage may be refused (private windows): the cookie still lets the visitor in.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${ENTERED_COOKIE}=1; path=/; max-age=${YEAR}; samesite=lax`;
}

export function storedEmail(): string | null {
  try {
    return localStorage.getItem(EMAIL_KEY);
  } catch {
    return null;
  }
}

/**
 * Runs before the first paint: when storage knows the visitor and the cookie has been lost, it puts the cookie
 * back and asks for the page again, instead of showing the landing page for a moment.
 */
export const ENTERED_SCRIPT = `try{if(localStorage.getItem('${EMAIL_KEY}')&&!/(^|; )${ENTERED_COOKIE}=/.test(document.cookie)){document.cookie='${ENTERED_COOKIE}=1; path=/; max-age=${YEAR}; samesite=lax';if(/(^|; )${ENTERED_COOKIE}=/.test(document.cookie))location.reload()}}catch(e){}`;
