/** The list with one entry taken from a place and put at another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  const entry = list[from];
  if (entry !== undefined) rest.splice(to, 0, entry);
  return rest;
}

interface Box {
  top: number;
  bottom: number;
}

/** Where a row that is held at a height would come to stand among the rows, its own place among them. */
export function placeUnder(rows: readonly Box[], from: number, height: number): number {
  let to = 0;
  for (const [place, { top, bottom }] of rows.entries())
    if (place !== from && height > (top + bottom) / 2) to += 1;
  return to;
}
