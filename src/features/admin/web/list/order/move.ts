/** Moves one entry of a list to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const entry = list[from];
  if (entry !== undefined) rest.splice(to, 0, entry);
  return rest;
}

interface Box {
  top: number;
  bottom: number;
}

/** Returns the index at which a row would be dropped at a height. */
export function indexUnder(rows: readonly Box[], from: number, height: number): number {
  let to = 0;
  for (const [index, { top, bottom }] of rows.entries())
    if (index !== from && height > (top + bottom) / 2) to += 1;
  return to;
}
