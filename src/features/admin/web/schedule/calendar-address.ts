import type { ItemType } from '#features/catalogue/contract/kinds.ts';

export const CALENDAR_PATH = '/admin/calendar';

/** Returns the address of the calendar with an item in its form. */
export const calendarHref = (type: ItemType, id: number): string => `${CALENDAR_PATH}?item=${type}-${id}`;

/** Parses the item of the address. */
export function readCalendarAddress(search: URLSearchParams): { type: ItemType; id: number } | null {
  const [, type, id] = /^(ocean|wave|droplet)-([1-9]\d{0,14})$/.exec(search.get('item') ?? '') ?? [];
  return type === undefined ? null : { type: type as ItemType, id: Number(id) };
}
