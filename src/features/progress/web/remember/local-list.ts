interface LocalEntry {
  dropletId: number;
  /** Time of the entry, in epoch ms. */
  at: number;
  /** The reader's id, so that no entry reaches another person's account. Absent for a visitor. */
  userId?: number | undefined;
}

interface ListRules<T> {
  isEntry(value: unknown): value is T;
  merge(earlier: T, later: T): T;
}

/**
 * A list in local storage with one entry for each droplet and reader. Unreadable storage counts as empty. A
 * list that storage refuses stays in this page's memory, so that a member's entries still reach the server.
 */
export class LocalList<T extends LocalEntry> {
  readonly #key: string;
  readonly #rules: ListRules<T>;
  /** The list refused by storage. */
  #refused: readonly T[] | null = null;

  constructor(key: string, rules: ListRules<T>) {
    this.#key = key;
    this.#rules = rules;
  }

  /** Returns the reader's entries. A visitor's entries belong to the next reader who logs in. */
  of(userId: number | null): T[] {
    return this.#read().filter((entry) => entry.userId === undefined || entry.userId === userId);
  }

  /** Stores an entry, joined with an earlier one on the same droplet. */
  store(entry: T): void {
    const stored = this.#read();
    const earlier = stored.find((other) => isSame(other, entry));
    const joined = earlier ? this.#rules.merge(earlier, entry) : entry;
    this.#write([...stored.filter((other) => other !== earlier), joined]);
  }

  /** Removes entries that the account has stored, unless they have changed since. */
  drop(sent: readonly T[]): void {
    const texts = new Set(sent.map((entry) => JSON.stringify(entry)));
    this.#write(this.#read().filter((stored) => !texts.has(JSON.stringify(stored))));
  }

  /** Removes all entries of this reader. */
  clear(userId: number | null): void {
    const own = this.of(userId);
    this.#write(this.#read().filter((stored) => !own.some((one) => isSame(one, stored))));
  }

  #read(): readonly T[] {
    if (this.#refused) return this.#refused;
    try {
      const list: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(list) ? list.filter(this.#rules.isEntry) : [];
    } catch {
      return [];
    }
  }

  #write(list: readonly T[]): void {
    try {
      if (list.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(list));
      this.#refused = null;
    } catch {
      this.#refused = list;
    }
  }
}

const isSame = (a: LocalEntry, b: LocalEntry) => a.dropletId === b.dropletId && a.userId === b.userId;

/** Whether all values are integers from 0. */
export const areCounts = (...values: unknown[]): boolean =>
  values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0);
