/** A piece of two texts: in both, only in the new one, or only in the old one. */
interface Mark {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Maximum number of edits to find. The time grows with its square. */
const MAX_EDITS = 400;

const WORDS = /\s+|[\p{L}\p{M}\p{N}'’-]+|[^\s\p{L}\p{M}\p{N}'’-]/gu;
const LINES = /[^\n]*\n|[^\n]+/g;

/**
 * Marks the different words of two texts. With more than `MAX_EDITS` edits it marks lines instead; with more
 * changed lines too, everything between the common beginning and end. Its time is therefore linear.
 */
export function markWords(before: string, after: string): Mark[] {
  return (
    marksOf(partsOf(before, WORDS), partsOf(after, WORDS)) ??
    marksOf(partsOf(before, LINES), partsOf(after, LINES)) ??
    merged(between(partsOf(before, WORDS), partsOf(after, WORDS), whole))
  );
}

const partsOf = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? [];

/** Marks different parts; null above `MAX_EDITS` edits. */
function marksOf(before: string[], after: string[]): Mark[] | null {
  let isFound = true;
  const marks = between(before, after, (old, now) => {
    const found = shortestEdits(old, now);
    isFound = found !== null;
    return found ?? [];
  });
  return isFound ? merged(marks) : null;
}

/** Marks the common beginning and end, and the rest by `middle`. */
function between(
  before: string[],
  after: string[],
  middle: (old: string[], now: string[]) => Mark[],
): Mark[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    { kind: 'same', text: before.slice(0, start).join('') },
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', text: before.slice(before.length - end).join('') },
  ];
}

const whole = (old: string[], now: string[]): Mark[] => [
  { kind: 'removed', text: old.join('') },
  { kind: 'added', text: now.join('') },
];

/** Finds the shortest list of edits (Myers 1986); null above the limit. */
function shortestEdits(old: string[], now: string[]): Mark[] | null {
  const most = Math.min(MAX_EDITS, old.length + now.length);
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number) => diagonal + most + 1;
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(furthest.slice(at(-edits) - 1, at(edits) + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const left = furthest[at(diagonal - 1)] ?? 0;
      const up = furthest[at(diagonal + 1)] ?? 0;
      let x = diagonal === -edits || (diagonal !== edits && left < up) ? up : left + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      furthest[at(diagonal)] = x;
      if (x >= old.length && x - diagonal >= now.length) return walkBack(old, now, steps);
    }
  }
  return null;
}

/** Follows the steps backwards, from the end of both texts to their beginning. */
function walkBack(old: string[], now: string[], steps: readonly Int32Array[]): Mark[] {
  const marks: Mark[] = [];
  let x = old.length;
  let y = now.length;
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const step = steps[edits] as Int32Array;
    const at = (diagonal: number) => step[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = edits === 0 ? 0 : at(from);
    const fromY = edits === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      marks.push({ kind: 'same', text: old[x] as string });
    }
    if (edits === 0) break;
    if (isDown) marks.push({ kind: 'added', text: now[fromY] as string });
    else marks.push({ kind: 'removed', text: old[fromX] as string });
    x = fromX;
    y = fromY;
  }
  return marks.reverse();
}

/** Merges adjacent marks of a kind. Between two common parts, removed words precede added ones. */
function merged(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of marks) {
    if (text === '') continue;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const previous = joined.at(-1);
      if (previous?.kind === 'same') previous.text += text;
      else joined.push({ kind: 'same', text });
    }
  }
  flush();
  return joined;
}
