/** The page that was asked for before the visitor had entered, for when the mailed link is opened in this browser. */
const KEY = 'stillwater.return-to';
const DEFAULT = '/app';

/** Addresses within the site alone: nothing that a browser would read as another host. */
export const placeWithin = (address: string | null): string =>
  address !== null && /^\/(?![/\\])/.test(address) ? address : DEFAULT;

export function keepReturnPlace(address: string): void {
  try {
    localStorage.setItem(KEY, address);
  } catch {
    // Storage may be refused: the link then leads to the oceans.
  }
}

/** Where to go now, once. */
export function takeReturnPlace(): string {
  try {
    const kept = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    return placeWithin(kept);
  } catch {
    return DEFAULT;
  }
}
