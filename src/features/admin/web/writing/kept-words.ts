/* Words that were typed and not saved, in this browser: they outlive a reload, a crash and a closed page.
   Each opened editor keeps its own, so that two tabs do not overwrite each other. */

export interface KeptWords {
  /** The opened editor that keeps them. */
  session: string;
  source: string;
  /** Epoch milliseconds. */
  at: number;
  /** Address of the text that they began from; null for a new text. */
  base: string | null;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Entries of one droplet. The oldest makes room. */
const MOST = 5;

const keyOf = (userId: number, dropletId: number) => `stillwater_words:${userId}:${dropletId}`;

/** Reads what is kept for a droplet, newest first. */
export function readWords(storage: Storage, userId: number, dropletId: number): KeptWords[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(userId, dropletId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKeptWords).sort((a, b) => b.at - a.at) : [];
  } catch {
    // The storage is closed to the site, or somebody else has written there.
    return [];
  }
}

function isKeptWords(value: unknown): value is KeptWords {
  const words = value as Partial<KeptWords> | null;
  return (
    typeof words?.source === 'string' && typeof words.at === 'number' && typeof words.session === 'string'
  );
}

/** Keeps one editor's words in place of its former ones. False when the browser has no room for them. */
export function keepWords(storage: Storage, userId: number, dropletId: number, words: KeptWords): boolean {
  const others = readWords(storage, userId, dropletId).filter(({ session }) => session !== words.session);
  return store(storage, userId, dropletId, [words, ...others].slice(0, MOST));
}

/** Lets go of what one editor has kept. */
export function letWordsGo(storage: Storage, userId: number, dropletId: number, session: string): void {
  const kept = readWords(storage, userId, dropletId);
  const others = kept.filter((words) => words.session !== session);
  if (others.length < kept.length) store(storage, userId, dropletId, others);
}

function store(storage: Storage, userId: number, dropletId: number, kept: readonly KeptWords[]): boolean {
  try {
    if (kept.length === 0) storage.removeItem(keyOf(userId, dropletId));
    else storage.setItem(keyOf(userId, dropletId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Counts the places in which two texts differ, line by line. Takes time in proportion to their lengths. */
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
  let places = 0;
  let at = 0;
  let apart = false;
  for (const text of old) {
    const found = positions.get(text);
    while (found?.length && (found.at(-1) as number) < at) found.pop();
    const next = found?.at(-1);
    if (next === undefined) apart = true;
    else {
      if (apart || next > at) places += 1;
      apart = false;
      at = next + 1;
    }
  }
  return places + (apart || at < now.length ? 1 : 0);
}
