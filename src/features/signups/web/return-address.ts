/** Key of the gated page that the visitor asked for. A mailed link opened in this browser leads there. */
export const RETURN_KEY = 'stillwater.return-to';

/** Stores the address of a gated page. The code that reads it is apart: the landing page does not need it. */
export function storeReturnAddress(address: string): void {
  try {
    localStorage.setItem(RETURN_KEY, address);
  } catch {
    // Refused storage: the link leads to the oceans.
  }
}
