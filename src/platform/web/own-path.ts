/**
 * Returns the address if it is one of this site, else null. Browsers resolve `//host` and `/\host` to other
 * sites.
 */
export const ownPath = (address: string | null): string | null =>
  address !== null && /^\/(?![/\\])/.test(address) ? address : null;
