import type { FastifyRequest } from 'fastify';
import { networksOf } from '#platform/http/guard/caller.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { MINUTE } from '#platform/text/time-units.ts';

/**
 * Maximum calls of one network per minute. Each closed page makes a call, and many people share a network.
 */
const MAX_CALLS = 1_200;

/**
 * Limits the calls of a network, in memory and per node. Other limits are rows, which would cost a write per
 * call, while counting itself writes only once a second.
 */
export class CallerLimit {
  #minute = 0;
  readonly #calls = new Map<string, number>();

  /** Counts a call. Throws 429 above the limit. */
  spend(request: Pick<FastifyRequest, 'ip'>, now = Date.now()): void {
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#calls.clear();
    this.#minute = minute;
    for (const { name, factor } of networksOf(request)) {
      const calls = (this.#calls.get(name) ?? 0) + 1;
      this.#calls.set(name, calls);
      if (calls > MAX_CALLS * factor)
        throw new HttpError('rate-limited', 'Too many requests. Please try again later.', {
          retryAfter: Math.ceil(((minute + 1) * MINUTE - now) / 1000),
        });
    }
  }
}
