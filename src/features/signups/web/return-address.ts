/** Key of the gated page that the visitor asked for. A mailed link opened in this browser leads there. */
export const RETURN_KEY = 'stillwater.return-to';

/** Stores the address of a gated page. The landing page loads this, and not what reads it. */
export function storeReturnAddress(address: string): void {
  try {
    localStorage.setItem(RETURN_KEY, address);
  } catch {
    // Refused storage: the link leads to the oceans.
  }
}
