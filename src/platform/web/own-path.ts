/** The address if it is one of this site, else null. Browsers read `//host` and `/\host` as other sites. */
export const ownPath = (address: string | null): string | null =>
  address !== null && /^\/(?![/\\])/.test(address) ? address : null;
