import type { FavoriteRef } from '../contract.ts';

/** The list of favorites in local storage: presses of the heart that have not reached an account yet. */
export const FAVORITES_KEY = 'stillwater.favorites';

export interface LocalFavorite extends FavoriteRef {
  /** Whose press it was, so that it never enters another person's account; absent for a visitor's. */
  userId?: number;
  /** The heart was emptied, not filled. */
  removed?: boolean;
  /** When, in epoch milliseconds. */
  at?: number;
}

const NOTHING: readonly LocalFavorite[] = [];
let lastText: string | null = null;
let lastList = NOTHING;
const listeners = new Set<() => void>();

/** Everything kept here. What is broken or refused counts as nothing. */
export function readLocal(): readonly LocalFavorite[] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(FAVORITES_KEY);
  } catch {
    // Storage may be refused altogether.
  }
  if (text !== lastText) {
    lastText = text;
    lastList = parse(text);
  }
  return lastList;
}

/** What concerns this reader: a visitor's presses, and their own. */
export const localOf = (userId: number | null): LocalFavorite[] =>
  readLocal().filter((entry) => entry.userId === undefined || entry.userId === userId);

/** The last word about an item that was kept here; undefined when there is none. */
export function localWord(ref: FavoriteRef, userId: number | null): boolean | undefined {
  const entry = localOf(userId).findLast((kept) => isSame(kept, ref));
  return entry && !entry.removed;
}

/** Keeps a press, in place of earlier ones about the same item. Throws when storage refuses. */
export function keepLocal(entry: LocalFavorite): void {
  const others = readLocal().filter((kept) => !(isSame(kept, entry) && kept.userId === entry.userId));
  write([...others, entry]);
}

/** Forgets presses that the account has now; one that was made meanwhile stays. */
export function forgetLocal(done: readonly LocalFavorite[]): void {
  const isDone = (kept: LocalFavorite) =>
    done.some((entry) => isSame(entry, kept) && entry.userId === kept.userId && entry.at === kept.at);
  forget(isDone);
}

/** Forgets what was kept about an item: the server has had the last word. */
export function forgetItem(ref: FavoriteRef, userId: number): void {
  forget((kept) => isSame(kept, ref) && (kept.userId === undefined || kept.userId === userId));
}

/** Tells of every change, in this tab and in others. */
export function subscribeLocal(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: everything was cleared.
    if (key === FAVORITES_KEY || key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

const isSame = (a: FavoriteRef, b: FavoriteRef) => a.itemType === b.itemType && a.itemId === b.itemId;

function forget(isDone: (entry: LocalFavorite) => boolean): void {
  const left = readLocal().filter((entry) => !isDone(entry));
  if (left.length === readLocal().length) return;
  try {
    write(left);
  } catch {
    // It is sent once more another time, which changes nothing.
  }
}

function write(list: readonly LocalFavorite[]): void {
  if (list.length === 0) localStorage.removeItem(FAVORITES_KEY);
  else localStorage.setItem(FAVORITES_KEY, JSON.stringify(list));
  for (const listener of listeners) listener();
}

function parse(text: string | null): readonly LocalFavorite[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter(isLocalFavorite) : NOTHING;
  } catch {
    return NOTHING;
  }
}

const TYPES = new Set(['ocean', 'wave', 'droplet']);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const isOptional = (value: unknown, fits: (value: unknown) => boolean) => value === undefined || fits(value);

function isLocalFavorite(entry: unknown): entry is LocalFavorite {
  if (typeof entry !== 'object' || entry === null) return false;
  const { itemType, itemId, userId, removed, at } = entry as Record<string, unknown>;
  return (
    TYPES.has(itemType as string) &&
    isCount(itemId) &&
    isOptional(userId, isCount) &&
    isOptional(removed, (value) => typeof value === 'boolean') &&
    isOptional(at, isCount)
  );
}
