import { parseUrl } from '#platform/http/contract/parse-url.ts';

/** Path of the site's own media. */
const OWN_MEDIA = '/media/';

/**
 * Converts full addresses of the site's own media, as copied from a browser, to paths, because a file is
 * linked to an item, and so to its readers, by its path. Recurses into lists.
 */
export function withOwnPaths<T>(value: T, publicUrl: string): T {
  if (typeof value === 'string') return ownPathOf(value, publicUrl) as T;
  if (Array.isArray(value)) return value.map((one) => withOwnPaths(one, publicUrl)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, one]) => [name, isAddress(name, one) ? withOwnPaths(one, publicUrl) : one]),
  ) as T;
}

/** Text for people is not converted. */
const isAddress = (name: string, value: unknown) => /url$/i.test(name) || Array.isArray(value);

function ownPathOf(address: string, publicUrl: string): string {
  const url = /^https?:/i.test(address) ? parseUrl(address) : null;
  if (url?.origin !== new URL(publicUrl).origin || !url.pathname.startsWith(OWN_MEDIA)) return address;
  return url.pathname + url.search + url.hash;
}
