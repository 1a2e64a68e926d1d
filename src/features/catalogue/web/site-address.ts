/** An address on this site: a path, or the site's own origin. */
export function isSiteAddress(address: string, publicUrl: string): boolean {
  const url = URL.parse(address, publicUrl);
  return url !== null && url.origin === new URL(publicUrl).origin;
}
