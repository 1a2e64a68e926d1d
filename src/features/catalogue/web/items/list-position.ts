/** An item's position in a list, and its neighbors there. */
export interface ListPosition<Item> {
  /** Counted from 1; 0 when the list does not contain the item. */
  position: number;
  total: number;
  previous?: Item;
  next?: Item;
}

/** Finds an item and its neighbors in a list. */
export function positionIn<Item extends { id: number }>(
  list: readonly Item[],
  id: number,
): ListPosition<Item> {
  const index = list.findIndex((item) => item.id === id);
  if (index < 0) return { position: 0, total: list.length };
  return { position: index + 1, total: list.length, previous: list[index - 1], next: list[index + 1] };
}
