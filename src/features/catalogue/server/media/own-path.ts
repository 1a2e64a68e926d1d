import { referenceOf } from '#features/uploads/shared/upload-address.ts';

/** Path of the site's own files. Other URLs belong to other sites. */
export const MEDIA_PREFIX = '/media/';

/**
 * Returns the path that a request for an own file has: decoded, without query and fragment; null for other
 * addresses.
 */
export function ownPath(address: string | null): string | null {
  if (!address?.startsWith(MEDIA_PREFIX)) return null;
  const path = address.replace(/[?#].*$/s, '');
  try {
    return referenceOf(decodeURIComponent(path));
  } catch {
    return referenceOf(path);
  }
}
