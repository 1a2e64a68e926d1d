import type { FavoriteRef } from '../contract/schemas.ts';

/** Local storage key of presses that have not been sent to an account yet. */
export const FAVORITES_KEY = 'stillwater.favorites';

export interface LocalFavorite extends FavoriteRef {
  /** Id of the user, because presses must not be sent to another account. Absent for a visitor. */
  userId?: number;
  /** Whether the press removed the favorite. */
  removed?: boolean;
  /** Time of the press, in epoch milliseconds. */
  at?: number;
}

const EMPTY: readonly LocalFavorite[] = [];
let lastText: string | null = null;
let lastList = EMPTY;
const listeners = new Set<() => void>();

/** Reads all stored presses. Corrupt or refused storage counts as empty. */
export function readLocal(): readonly LocalFavorite[] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(FAVORITES_KEY);
  } catch {
    // Refused storage counts as empty.
  }
  if (text !== lastText) {
    lastText = text;
    lastList = parse(text);
  }
  return lastList;
}

/** Returns the presses of this reader: a visitor's, and their own. */
export const localOf = (userId: number | null): LocalFavorite[] =>
  readLocal().filter((entry) => entry.userId === undefined || entry.userId === userId);

/** Tells whether the last stored press made the item a favorite; undefined without a press. */
export function localFavorite(ref: FavoriteRef, userId: number | null): boolean | undefined {
  const entry = localOf(userId).findLast((stored) => isSame(stored, ref));
  return entry && !entry.removed;
}

/** Stores a press and replaces earlier ones on the same item. Throws if storage is refused. */
export function storeLocal(entry: LocalFavorite): void {
  const others = readLocal().filter((stored) => !(isSame(stored, entry) && stored.userId === entry.userId));
  write([...others, entry]);
}

/** Removes presses that were sent to the account. Keeps a press made meanwhile. */
export function forgetLocal(done: readonly LocalFavorite[]): void {
  const isDone = (stored: LocalFavorite) =>
    done.some((entry) => isSame(entry, stored) && entry.userId === stored.userId && entry.at === stored.at);
  forget(isDone);
}

/** Removes this reader's presses on an item, because the server has a newer state. */
export function forgetItem(ref: FavoriteRef, userId: number): void {
  forget((stored) => isSame(stored, ref) && (stored.userId === undefined || stored.userId === userId));
}

/** Calls `listener` on every change, in this tab and in others. Returns a function that unsubscribes. */
export function subscribeLocal(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null after `localStorage.clear()`.
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
    // The press is sent again later, without effect.
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
    return Array.isArray(list) ? list.filter(isLocalFavorite) : EMPTY;
  } catch {
    return EMPTY;
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
