/** The query parameter that holds the open droplet on a page with a viewer. */
const PARAMETER = 'droplet';

/** The droplet that an address opens in the viewer. */
export function openDropletId(search: string | URLSearchParams): number | null {
  const value = new URLSearchParams(search).get(PARAMETER) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** The same page with this droplet open, or with none. */
export function viewerAddress(path: string, search: string, id: number | null): string {
  const query = new URLSearchParams(search);
  if (id === null) query.delete(PARAMETER);
  else query.set(PARAMETER, String(id));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** An item's place in a list, and what stands beside it. */
export interface Place<T> {
  /** From 1; 0 when the item is not in the list. */
  position: number;
  total: number;
  previous?: T;
  next?: T;
}

export function placeIn<T extends { id: number }>(list: readonly T[], id: number): Place<T> {
  const index = list.findIndex((item) => item.id === id);
  if (index < 0) return { position: 0, total: list.length };
  return { position: index + 1, total: list.length, previous: list[index - 1], next: list[index + 1] };
}
