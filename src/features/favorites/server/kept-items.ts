/**
 * Maximum number of favorites in all kept answers, and in one of them. All are usually about 10 MB, and 60 MB
 * if every description has its full length.
 */
const MAX_KEPT = 2_000;
const MAX_KEPT_OF_ONE = 200;

interface Kept<Answer> {
  answer: Answer;
  /** Number of favorites. */
  size: number;
}

/** Answers of the latest version of the catalogue that was read. The oldest leave first. */
export class KeptItems<Answer> {
  readonly #kept = new Map<string, Kept<Answer>>();
  #version = -1;
  #size = 0;

  /** Finds an answer of a version. */
  find(version: number, key: string): Answer | undefined {
    if (version > this.#version) {
      this.#version = version;
      this.#kept.clear();
      this.#size = 0;
    }
    return version === this.#version ? this.#kept.get(key)?.answer : undefined;
  }

  /** Keeps an answer, unless a later version has been read meanwhile. */
  keep(version: number, key: string, kept: Kept<Answer>): void {
    if (version !== this.#version || kept.size > MAX_KEPT_OF_ONE || this.#kept.has(key)) return;
    this.#kept.set(key, kept);
    this.#size += kept.size;
    for (const [oldest, { size }] of this.#kept) {
      if (this.#size <= MAX_KEPT) return;
      this.#kept.delete(oldest);
      this.#size -= size;
    }
  }
}
