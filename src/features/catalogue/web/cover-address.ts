const ADDRESS = /^\/covers\/(ocean|wave|droplet)\/(?:([^/]+)\/)?([^/]+)\.svg$/;

/** What is drawn at this address, for which slug, and for which ocean; null for any other picture. */
export function drawnAt(address: string): { kind: string; ocean?: string; slug: string } | null {
  const [, kind = '', ocean, slug = ''] = ADDRESS.exec(address) ?? [];
  if (slug === '') return null;
  try {
    return { kind, ocean: ocean && decodeURIComponent(ocean), slug: decodeURIComponent(slug) };
  } catch {
    // Somebody wrote it by hand: no cover has it.
    return null;
  }
}
