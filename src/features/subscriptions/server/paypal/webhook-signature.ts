import { verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { ProviderUnavailable } from '../provider.ts';

/*
 * PayPal signs `transmission id|time|webhook id|crc32 of the body` with the key of a certificate that it names. What
 * makes the certificate PayPal's is where it comes from: one of PayPal's own hosts, by exact name, over HTTPS, whose
 * chain the platform verifies. The certificate's own chain is not walked: Node verifies one link and no path (purpose,
 * revocation, constraints), so that walking it by hand would look like more proof than it is.
 */

const LIVE = ['https://api.paypal.com', 'https://api-m.paypal.com'];
const SANDBOX = ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'];
const CERTIFICATES = '/v1/notifications/certs/';

const isPayPal = (origin: string) => [...LIVE, ...SANDBOX].includes(origin);

const FETCH_WITHIN = 10_000;
/** PayPal tries for three days. What is older was kept by somebody; what comes from the future is not PayPal's. */
const OLDEST = 7 * 24 * 60 * 60_000;
const AHEAD = 60 * 60_000;
/** PayPal uses one certificate for months. */
const KEPT_CERTIFICATES = 8;
/** Anybody may name a certificate that is none. So many unknown ones are asked for in a minute, and no more. */
const ASKED_IN_A_MINUTE = 10;

export interface SignatureSetup {
  apiUrl: string;
  webhookId: string;
}

/** Proves that PayPal sent a notice for our webhook. */
export class WebhookSignature {
  readonly #setup: SignatureSetup;
  readonly #origins: readonly string[];
  readonly #certificates = new Map<string, Promise<X509Certificate>>();
  readonly #fetching = new Map<string, Promise<X509Certificate>>();
  #minute = { began: 0, asked: 0 };

  constructor(setup: SignatureSetup) {
    this.#setup = setup;
    const origin = new URL(setup.apiUrl).origin;
    // Live and sandbox do not vouch for each other. A peer of the tests vouches for itself.
    this.#origins = [LIVE, SANDBOX].find((origins) => origins.includes(origin)) ?? [origin];
  }

  /** `body`: the bytes as they came. Throws `ProviderUnavailable` when the certificate cannot be had at the moment. */
  async isGenuine(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
    const said = (name: string) => {
      const value = headers[`paypal-${name}`];
      return typeof value === 'string' ? value : '';
    };
    const [id, time, signature] = [
      said('transmission-id'),
      said('transmission-time'),
      said('transmission-sig'),
    ];
    const age = Date.now() - Date.parse(time);
    if (!id || !signature || said('auth-algo') !== 'SHA256withRSA') return false;
    if (!(age < OLDEST && age > -AHEAD)) return false;
    const url = this.#certificateUrl(said('cert-url'));
    if (!url) return false;
    const { publicKey, validFrom, validTo } = await this.#certificate(url);
    const now = Date.now();
    if (publicKey.asymmetricKeyType !== 'rsa') return false;
    if (!(Date.parse(validFrom) <= now && now <= Date.parse(validTo))) return false;
    const signed = Buffer.from(`${id}|${time}|${this.#setup.webhookId}|${crc32(body)}`);
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
  }

  #certificateUrl(given: string): string | undefined {
    if (!URL.canParse(given)) return undefined;
    const { origin, pathname, username, password } = new URL(given);
    const isPlain = username === '' && password === '';
    const isOurs = this.#origins.includes(origin) && (!isPayPal(origin) || pathname.startsWith(CERTIFICATES));
    // Without its query, which could make one certificate look like many.
    return isPlain && isOurs ? origin + pathname : undefined;
  }

  #certificate(url: string): Promise<X509Certificate> {
    const known = this.#certificates.get(url) ?? this.#fetching.get(url);
    if (known) return known;
    this.#spend();
    const fetched = fetchCertificate(url).finally(() => this.#fetching.delete(url));
    this.#fetching.set(url, fetched);
    // Only what is a certificate pushes out an older one.
    fetched.then(
      () => this.#keep(url, fetched),
      () => {},
    );
    return fetched;
  }

  #keep(url: string, certificate: Promise<X509Certificate>): void {
    this.#certificates.set(url, certificate);
    const [oldest] = this.#certificates.keys();
    if (this.#certificates.size > KEPT_CERTIFICATES && oldest) this.#certificates.delete(oldest);
  }

  /** A genuine notice that finds no question left is sent again. */
  #spend(): void {
    const now = Date.now();
    if (Math.abs(now - this.#minute.began) >= 60_000) this.#minute = { began: now, asked: 0 };
    if (this.#minute.asked >= ASKED_IN_A_MINUTE)
      throw new ProviderUnavailable('Too many unknown certificates were named within a minute.');
    this.#minute.asked += 1;
  }
}

async function fetchCertificate(url: string): Promise<X509Certificate> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_WITHIN) });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    // The first of a chain is the one that signs.
    return new X509Certificate(await response.text());
  } catch (error) {
    throw new ProviderUnavailable(`PayPal’s certificate ${url} cannot be had`, { cause: error });
  }
}
