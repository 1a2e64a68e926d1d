import { HttpError } from '#platform/http/serve/errors.ts';

/** Memory limit for drawn pictures, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Limit of queued pictures. Drawing one takes a processor for a tenth of a second. */
const MAX_WAITING = 16;

/**
 * Draws pictures one after another and caches the latest. A crawler that reads the whole catalogue therefore
 * leaves processors to readers. Requests for one picture share its drawing.
 */
export class DrawnPictures {
  readonly #cached = new Map<string, Buffer>();
  readonly #pending = new Map<string, Promise<Buffer | null>>();
  #bytes = 0;
  #last: Promise<unknown> = Promise.resolve();

  async get(name: string, draw: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const cached = this.#cached.get(name);
    if (cached) {
      // Reinserted as the most recently used, which is dropped last.
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
