/** Rows from `first` to `end`, exclusive. */
export interface RowRange {
  first: number;
  end: number;
}

/** A row of a list, or a gap as high as the omitted rows before the row `before`. */
export type Segment = { row: number } | { gap: number; before: number };

/** Distance in px from a row's top to the next row's top. */
type PitchOf = (row: number) => number;

/** Finds the rows that intersect a range of heights, in px from the top of the list. */
export function rowsBetween(count: number, pitchOf: PitchOf, from: number, to: number): RowRange {
  let first = 0;
  let top = 0;
  while (first < count - 1 && top + pitchOf(first) <= from) {
    top += pitchOf(first);
    first += 1;
  }
  let end = first;
  while (end < count && (end === first || top < to)) {
    top += pitchOf(end);
    end += 1;
  }
  return { first, end };
}

/** Returns the rows of a range and the pinned ones, in order, with gaps between them. */
export function segmentsOf(
  count: number,
  { first, end }: RowRange,
  pinned: readonly number[],
  pitchOf: PitchOf,
): Segment[] {
  const rows = new Set(pinned.filter((row) => row >= 0 && row < count));
  for (let row = first; row < Math.min(end, count); row += 1) rows.add(row);
  const segments: Segment[] = [];
  let next = 0;
  const leaveOut = (until: number) => {
    let gap = 0;
    for (; next < until; next += 1) gap += pitchOf(next);
    if (gap > 0) segments.push({ gap, before: until });
  };
  for (const row of [...rows].sort((a, b) => a - b)) {
    leaveOut(row);
    segments.push({ row });
    next = row + 1;
  }
  leaveOut(count);
  return segments;
}

/** Returns known heights, and their mean for all other rows. */
export function pitches(known: ReadonlyMap<number, number>, guess: number): PitchOf {
  const mean = meanPitch(known, guess);
  return (row) => known.get(row) ?? mean;
}

export function meanPitch(known: ReadonlyMap<number, number>, guess: number): number {
  let sum = 0;
  for (const pitch of known.values()) sum += pitch;
  return known.size === 0 ? guess : sum / known.size;
}
