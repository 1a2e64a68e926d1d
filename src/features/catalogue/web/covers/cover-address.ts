const COVER_PATH = /^\/covers\/(ocean|wave|droplet)\/(?:([^/]+)\/)?([^/]+)\.svg$/;

interface GeneratedCover {
  kind: string;
  /** Slug of the ocean, in the address of a wave or droplet. */
  ocean?: string;
  slug: string;
}

/** Parses the address of a generated cover; null for any other picture. */
export function parseCoverAddress(address: string): GeneratedCover | null {
  const [, kind = '', ocean, slug = ''] = COVER_PATH.exec(address) ?? [];
  if (slug === '') return null;
  try {
    return { kind, ocean: ocean && decodeURIComponent(ocean), slug: decodeURIComponent(slug) };
  } catch {
    // A malformed percent-encoding, typed by hand.
    return null;
  }
}
