import type { ItemType } from '#features/catalogue/contract/kinds.ts';

export const CAPTIONS_PATH = '/admin/captions';

/** Address of the captions of an item. */
export const captionsHref = (type: ItemType, id: number): string => `${CAPTIONS_PATH}?${type}=${id}`;

/** Reads which item's captions are edited; null when the address names none. */
export function readCaptionsAddress(search: URLSearchParams): { type: ItemType; id: number } | null {
  for (const type of ['ocean', 'wave', 'droplet'] as const) {
    const id = search.get(type);
    if (id !== null && /^[1-9]\d{0,14}$/.test(id)) return { type, id: Number(id) };
  }
  return null;
}
