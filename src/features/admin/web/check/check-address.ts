import type { ItemType } from '#features/catalogue/contract/kinds.ts';

export const CHECK_PATH = '/admin/check';

/** Returns the address of an item's check before its publication. */
export const checkHref = (type: ItemType, id: number): string => `${CHECK_PATH}?type=${type}&id=${id}`;

/** Parses the item of the address; null without one. */
export function readCheckAddress(search: URLSearchParams): { type: ItemType; id: number } | null {
  const type = search.get('type');
  const id = search.get('id') ?? '';
  if ((type !== 'ocean' && type !== 'wave' && type !== 'droplet') || !/^[1-9]\d{0,14}$/.test(id)) return null;
  return { type, id: Number(id) };
}
