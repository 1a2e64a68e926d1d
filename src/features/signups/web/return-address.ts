/**
 * Storage key of the gated page that the visitor requested. A mailed link opened in this browser leads there.
 */
export const RETURN_KEY = 'stillwater.return-to';

/**
 * Stores the address of a gated page. The reading code is in another file, because the landing page does not
 * need it.
 */
export function storeReturnAddress(address: string): void {
  try {
    localStorage.setItem(RETURN_KEY, address);
  } catch {
    // Without storage, the link leads to the oceans.
  }
}
