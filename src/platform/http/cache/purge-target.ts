import type { FastifyBaseLogger } from 'fastify';
import type { CatalogueVersion } from '../../database/version/catalogue-version.ts';
import { CONTENT_KEY, MEDIA_KEY, type Stamp, stampText } from './shared-cache.ts';

/** Address of a shared cache: `PURGE` is for deploy/varnish.vcl, `POST` for a CDN's purge API. */
export interface PurgeAddress {
  method: 'PURGE' | 'POST';
  url: string;
}

/** The shared caches in front of the site. */
export interface SharedCaches {
  addresses: readonly PurgeAddress[];
  /** Sent to CDNs. */
  token?: string | undefined;
}

export interface PurgerSetup extends SharedCaches {
  version: CatalogueVersion;
  /** Reads the revoked entered cookies, as of this version or a later one. */
  revokedEntries(version: number): Promise<Iterable<string>>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Interval in ms at which a `PURGE` address gets the state. A restarted Varnish caches nothing until then.
 */
const HEARTBEAT = 2_000;
/**
 * Delays of repeated purges, in ms. A response from before the write may be stored after the first purge: a
 * node may use the old version for a second, and a CDN's fetch takes at most half a minute.
 */
const REPEATS = [1_200, 30_000];
/** Timeout of a purge, and delay after a failed one, in ms. */
const TIMEOUT = 2_000;
const RETRY_AFTER = 500;
/** Maximum length of the list in Varnish's header. Beyond it, Varnish caches nothing for entered browsers. */
const MAX_REVOKED = 6_000;

/** One address, and the state that it has confirmed. */
export class PurgeTarget {
  readonly #address: PurgeAddress;
  readonly #setup: PurgerSetup;
  #confirmed: string | undefined;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** Times of the repeated purges. */
  #repeatAt: number[] = [];
  #isFailing = false;

  constructor(address: PurgeAddress, setup: PurgerSetup) {
    this.#address = address;
    this.#setup = setup;
  }

  async update(stamp: Stamp): Promise<void> {
    const now = performance.now();
    if (now - this.#failedAt < RETRY_AFTER) return;
    const text = stampText(stamp);
    const isNew = text !== this.#confirmed;
    const isRepeat = this.#repeatAt.some((at) => at <= now);
    const isBeat = this.#address.method === 'PURGE' && now - this.#confirmedAt >= HEARTBEAT;
    if (!isNew && !isRepeat && !isBeat) return;
    try {
      await this.#send(stamp, isNew || isRepeat ? this.#keys() : []);
      if (isNew) this.#repeatAt = REPEATS.map((ms) => now + ms);
      else this.#repeatAt = this.#repeatAt.filter((at) => at > now);
      this.#confirmed = text;
      this.#confirmedAt = now;
      this.#isFailing = false;
    } catch (error) {
      this.#failedAt = performance.now();
      if (!this.#isFailing) {
        const details = { err: error, cache: new URL(this.#address.url).host };
        this.#setup.log.warn(details, 'a shared cache could not be purged; the purge will be retried');
      }
      this.#isFailing = true;
    }
  }

  /**
   * Varnish finds content by its stamp, so a write needs no purge. Only a node's start purges it, because
   * pages belong to another build.
   */
  #keys(): string[] {
    const all = this.#address.method === 'POST' || this.#confirmed === undefined;
    return all ? [CONTENT_KEY, MEDIA_KEY] : [MEDIA_KEY];
  }

  async #send(stamp: Stamp, keys: readonly string[]): Promise<void> {
    const { method, url } = this.#address;
    const isVarnish = method === 'PURGE';
    const response = await fetch(url, {
      method,
      headers: isVarnish ? await this.#state(stamp, keys) : this.#apiHeaders(keys),
      ...(isVarnish ? {} : { body: JSON.stringify({ tags: keys }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`The shared cache answered ${response.status}.`);
  }

  async #state(stamp: Stamp, keys: readonly string[]): Promise<Record<string, string>> {
    const revoked = [...(await this.#setup.revokedEntries(stamp.version))].join(',');
    return {
      'x-content-stamp': stampText(stamp),
      'x-content-version': String(stamp.version),
      'x-content-day': String(stamp.day),
      // Commas on both sides of each tag, so that Varnish matches whole tags. `*`: too many to send.
      'x-revoked-entries': revoked.length > MAX_REVOKED ? '*' : `,${revoked},`,
      ...(keys.length > 0 ? { 'surrogate-key': keys.join(' ') } : {}),
    };
  }

  #apiHeaders(keys: readonly string[]): Record<string, string> {
    const { token } = this.#setup;
    return {
      'content-type': 'application/json',
      'surrogate-key': keys.join(' '),
      ...(token ? { authorization: `Bearer ${token}`, 'fastly-key': token } : {}),
    };
  }
}
