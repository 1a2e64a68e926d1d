/*
 * Addresses of items: `/droplets/3-finish-the-sentence`. The number identifies the item. The slug is for
 * people: without it or with another one, the same page opens.
 */

export type SharedKind = 'ocean' | 'wave' | 'droplet';

/** First segment of an item's path. */
const SECTIONS = { ocean: 'oceans', wave: 'waves', droplet: 'droplets' } as const;

export interface ItemName {
  kind: SharedKind;
  id: number;
}

/** Returns the canonical path of an item. Letters beyond ASCII are percent-encoded. */
export const itemPath = (kind: SharedKind, { id, slug }: { id: number; slug: string }): string =>
  `/${SECTIONS[kind]}/${id}${slug === '' ? '' : `-${encodeURIComponent(slug)}`}`;

const ITEM_PATH = /^\/(ocean|wave|droplet)s\/([1-9]\d{0,14})(?:-[^/]*)?\/?$/;

/** Returns the item of a page's address, or null. `/waves/1?droplet=3` shows the droplet over its wave. */
export function itemAt(pathname: string, search: URLSearchParams): ItemName | null {
  const [, kind, id] = ITEM_PATH.exec(pathname) ?? [];
  if (kind === undefined) return null;
  const droplet = search.get('droplet') ?? '';
  if (kind === 'wave' && /^[1-9]\d{0,14}$/.test(droplet)) return { kind: 'droplet', id: Number(droplet) };
  return { kind: kind as SharedKind, id: Number(id) };
}

/** Removes the slug from the address of an item's page, so that all spellings share one cached page. */
export const withoutSlug = (address: string): string =>
  address.replace(/^(\/(?:ocean|wave|droplet)s\/[1-9]\d*)-[^/?#]*/, '$1');
