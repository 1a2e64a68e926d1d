import { verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { HOUR, WEEK } from '#platform/text/time-units.ts';
import { ProviderUnavailable } from '../provider.ts';

/*
 * PayPal signs `transmission id|time|webhook id|crc32 of the body` with the key of a certificate, and sends
 * the certificate's URL. We trust the certificate for its source: one of PayPal's hosts, by exact name, over
 * HTTPS, whose chain the platform verifies. We do not verify the certificate's own chain: Node checks single
 * links but no paths (purpose, revocation, constraints), so such a check would be incomplete.
 */

const LIVE = ['https://api.paypal.com', 'https://api-m.paypal.com'];
const SANDBOX = ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'];
const CERTIFICATES = '/v1/notifications/certs/';

const isPayPal = (origin: string) => [...LIVE, ...SANDBOX].includes(origin);

/** In ms. */
const FETCH_TIMEOUT = 10_000;
/** Oldest accepted event, in ms: PayPal retries for three days, so an older event is a replay. */
const MAX_AGE = WEEK;
/** Allowed difference between PayPal's clock and ours, in ms. */
const CLOCK_SKEW = HOUR;
/** PayPal uses one certificate for months, so a few suffice. */
const CACHED_CERTIFICATES = 8;
/** Limits requests for unknown certificates, because forged events can name ones that do not exist. */
const FETCHES_PER_MINUTE = 10;

export interface SignatureSetup {
  apiUrl: string;
  webhookId: string;
}

/** Verifies that PayPal sent an event to our webhook. */
export class WebhookSignature {
  readonly #setup: SignatureSetup;
  readonly #origins: readonly string[];
  readonly #certificates = new Map<string, Promise<X509Certificate>>();
  readonly #fetching = new Map<string, Promise<X509Certificate>>();
  #window = { startedAt: 0, fetches: 0 };

  constructor(setup: SignatureSetup) {
    this.#setup = setup;
    const origin = new URL(setup.apiUrl).origin;
    // A sandbox certificate must not sign live events. A test peer serves its own certificate.
    this.#origins = [LIVE, SANDBOX].find((origins) => origins.includes(origin)) ?? [origin];
  }

  /**
   * Checks the signature of the raw `body`. Throws `ProviderUnavailable` when the certificate cannot be
   * fetched.
   */
  async isGenuine(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
    const header = (name: string) => {
      const value = headers[`paypal-${name}`];
      return typeof value === 'string' ? value : '';
    };
    const [id, time, signature] = [
      header('transmission-id'),
      header('transmission-time'),
      header('transmission-sig'),
    ];
    const age = Date.now() - Date.parse(time);
    if (!id || !signature || header('auth-algo') !== 'SHA256withRSA') return false;
    if (!(age < MAX_AGE && age > -CLOCK_SKEW)) return false;
    const url = this.#certificateUrl(header('cert-url'));
    if (!url) return false;
    const { publicKey, validFrom, validTo } = await this.#certificate(url);
    const now = Date.now();
    if (publicKey.asymmetricKeyType !== 'rsa') return false;
    if (!(Date.parse(validFrom) <= now && now <= Date.parse(validTo))) return false;
    const signed = Buffer.from(`${id}|${time}|${this.#setup.webhookId}|${crc32(body)}`);
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
  }

  #certificateUrl(url: string): string | undefined {
    if (!URL.canParse(url)) return undefined;
    const { origin, pathname, username, password } = new URL(url);
    const isPlain = username === '' && password === '';
    const isOurs = this.#origins.includes(origin) && (!isPayPal(origin) || pathname.startsWith(CERTIFICATES));
    // Drops the query, because it could make one certificate look like many.
    return isPlain && isOurs ? origin + pathname : undefined;
  }

  #certificate(url: string): Promise<X509Certificate> {
    const cached = this.#certificates.get(url) ?? this.#fetching.get(url);
    if (cached) return cached;
    this.#countFetch();
    const fetched = fetchCertificate(url).finally(() => this.#fetching.delete(url));
    this.#fetching.set(url, fetched);
    // Only a valid certificate evicts another one.
    fetched.then(
      () => this.#cache(url, fetched),
      () => {},
    );
    return fetched;
  }

  #cache(url: string, certificate: Promise<X509Certificate>): void {
    this.#certificates.set(url, certificate);
    const [oldest] = this.#certificates.keys();
    if (this.#certificates.size > CACHED_CERTIFICATES && oldest) this.#certificates.delete(oldest);
  }

  /** Throws beyond the limit. PayPal then delivers a genuine event again. */
  #countFetch(): void {
    const now = Date.now();
    if (Math.abs(now - this.#window.startedAt) >= 60_000) this.#window = { startedAt: now, fetches: 0 };
    if (this.#window.fetches >= FETCHES_PER_MINUTE)
      throw new ProviderUnavailable('Too many unknown certificates within a minute.');
    this.#window.fetches += 1;
  }
}

async function fetchCertificate(url: string): Promise<X509Certificate> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    // The first certificate of the chain is the signing one.
    return new X509Certificate(await response.text());
  } catch (error) {
    throw new ProviderUnavailable(`PayPal’s certificate ${url} could not be fetched`, { cause: error });
  }
}
