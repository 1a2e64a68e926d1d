import { HttpError } from '#platform/http/serve/errors.ts';

/** Memory for drawn pictures, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Pictures that may wait to be drawn. Drawing takes a processor for a tenth of a second. */
const MAX_WAITING = 16;

/**
 * Draws pictures one after the other and caches the latest, so that a crawler which reads the whole catalogue
 * leaves the processors to readers. Requests for one picture share its drawing.
 */
export class DrawnPictures {
  readonly #cached = new Map<string, Buffer>();
  readonly #pending = new Map<string, Promise<Buffer | null>>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  async get(name: string, draw: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const cached = this.#cached.get(name);
    if (cached) {
      // The most recently used is the last to be dropped.
      this.#cached.delete(name);
      this.#cached.set(name, cached);
      return cached;
    }
    const pending = this.#pending.get(name);
    if (pending) return pending;
    if (this.#pending.size >= MAX_WAITING)
      throw new HttpError('overloaded', 'Too many pictures at once. Please try again.', { retryAfter: 5 });
    const drawing = this.#last.then(draw, draw);
    this.#last = drawing.catch(() => {});
    this.#pending.set(name, drawing);
    try {
      const picture = await drawing;
      if (picture) this.#store(name, picture);
      return picture;
    } finally {
      this.#pending.delete(name);
    }
  }

  #store(name: string, picture: Buffer): void {
    this.#cached.set(name, picture);
    this.#bytes += picture.length;
    for (const [oldest, { length }] of this.#cached) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#cached.delete(oldest);
      this.#bytes -= length;
    }
  }
}
