/** Counts the differing lines of two texts, in time proportional to their lengths. */
export function countDifferences(before: string, after: string): number {
  const old = before.split('\n');
  const now = after.split('\n');
  const positions = new Map<string, number[]>();
  for (let line = now.length - 1; line >= 0; line -= 1) {
    const text = now[line] as string;
    const known = positions.get(text);
    if (known) known.push(line);
    else positions.set(text, [line]);
  }
  let count = 0;
  let at = 0;
  let apart = false;
  for (const text of old) {
    const found = positions.get(text);
    while (found?.length && (found.at(-1) as number) < at) found.pop();
    const next = found?.at(-1);
    if (next === undefined) apart = true;
    else {
      if (apart || next > at) count += 1;
      apart = false;
      at = next + 1;
    }
  }
  return count + (apart || at < now.length ? 1 : 0);
}
