import type { ItemType } from '#features/catalogue/contract/kinds.ts';

export const CAPTIONS_PATH = '/admin/captions';

/** Returns the address of an item's captions. */
export const captionsHref = (type: ItemType, id: number): string => `${CAPTIONS_PATH}?${type}=${id}`;

/** Parses the item whose captions to edit; null when the address has none. */
export function readCaptionsAddress(search: URLSearchParams): { type: ItemType; id: number } | null {
  for (const type of ['ocean', 'wave', 'droplet'] as const) {
    const id = search.get(type);
    if (id !== null && /^[1-9]\d{0,14}$/.test(id)) return { type, id: Number(id) };
  }
  return null;
}
