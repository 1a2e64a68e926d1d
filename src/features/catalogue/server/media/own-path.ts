import { referenceOf, UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';

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

/**
 * Returns the path of an upload in a full address, as copied from a browser; null for other addresses. The
 * host is ignored, because the hash in the path identifies the content.
 */
export function uploadPath(address: string): string | null {
  const path = /^https?:\/\/[^/?#]+(\/[^?#]*)/i.exec(address)?.[1];
  return path?.startsWith(UPLOADS_PREFIX) ? ownPath(path) : null;
}
