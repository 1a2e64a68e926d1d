import { z } from 'zod';
import { HOUR } from '#platform/text/time-units.ts';
import { ProviderKeysRefused, ProviderRefused, ProviderUnavailable } from '../provider.ts';
import { parseBody } from './paypal-schemas.ts';
import { type ReportUnreadable, readEntries } from './read-entries.ts';

/* HTTP client of PayPal's REST API: access token, timeout, and errors. */

export interface PayPalKeys {
  /** `https://api-m.paypal.com`, `https://api-m.sandbox.paypal.com`, or a test peer. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** Issues that a retry never solves. */
const FINAL_ISSUES = new Set([
  'USER_ACCOUNT_CLOSED',
  'SUBSCRIBER_ACCOUNT_CLOSED',
  'SUBSCRIPTION_CANNOT_BE_ACTIVATED',
]);

/** A 4xx response. The message holds PayPal's error name and issues, which its documentation lists. */
export class PayPalRefused extends ProviderRefused {
  readonly status: number;
  /** PayPal's name of the error, and its issues. */
  readonly issues: readonly string[];

  constructor(status: number, message: string, issues: readonly string[]) {
    super(
      message,
      issues.some((issue) => FINAL_ISSUES.has(issue)),
    );
    this.status = status;
    this.issues = issues;
  }
}

/** A 403 response: the app lacks a permission, or the resource is another account's or app's. */
class PayPalForbidden extends ProviderKeysRefused {}

interface Call<T> {
  method: 'GET' | 'POST' | 'PATCH';
  /** Starts with a slash. May be logged: subscription ids are not personal data. */
  path: string;
  body?: object;
  /** Idempotency key. PayPal remembers it for 72 hours, and for refunds longer (see `GIVE_UP_AFTER`). */
  requestId?: string;
  response: z.ZodType<T>;
}

/** In ms. */
const TIMEOUT = 10_000;
/** Time between the renewal of a token and its expiry, in ms. */
const RENEW_BEFORE = 60_000;
/** Maximum `Retry-After` to obey, in ms. */
const MAX_PAUSE = HOUR;
/** Pause after a 429 without a readable `Retry-After`, in ms. PayPal does not document the header. */
const PAUSE = 10_000;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const ErrorBody = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});
type ErrorBody = z.infer<typeof ErrorBody>;

export class PayPalClient {
  readonly #keys: PayPalKeys;
  readonly #timeout: () => AbortSignal;
  readonly #reportUnreadable: ReportUnreadable;
  #token: { value: string; until: number } | undefined;
  #tokenRequest: Promise<string> | undefined;
  /** PayPal limits the calls of the whole account. No call is made between these instants. */
  #pause = { from: 0, until: 0 };

  /** Milliseconds by which this machine's clock is ahead of PayPal's last response; undefined before one. */
  clockAhead: number | undefined;

  /** `timeout` creates the signal that aborts one call. */
  constructor(
    keys: PayPalKeys,
    timeout = () => AbortSignal.timeout(TIMEOUT),
    reportUnreadable: ReportUnreadable = () => {},
  ) {
    this.#keys = keys;
    this.#timeout = timeout;
    this.#reportUnreadable = reportUnreadable;
  }

  /** Parses the entries of a list. Skips and reports the unreadable ones. */
  readEntries<T>(list: string, entries: readonly unknown[] | undefined, schema: z.ZodType<T>): T[] {
    return readEntries(list, entries, schema, this.#reportUnreadable);
  }

  /**
   * Calls PayPal. Throws `ProviderUnavailable` when it cannot be reached, is busy, fails, or its body does
   * not match `response`; {@link PayPalRefused} for another 4xx; `ProviderKeysRefused` when the keys are
   * refused.
   */
  async call<T>(call: Call<T>): Promise<T> {
    const token = await this.#accessToken();
    let response = await this.#send(call, token);
    if (response.status === 401) {
      // PayPal may revoke a token early. A concurrent call may have renewed it, so only the refused one is
      // dropped.
      if (this.#token?.value === token) this.#token = undefined;
      response = await this.#send(call, await this.#accessToken());
    }
    return this.#read(call, response);
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value;
    this.#tokenRequest ??= this.#requestToken().finally(() => {
      this.#tokenRequest = undefined;
    });
    return this.#tokenRequest;
  }

  async #requestToken(): Promise<string> {
    const path = '/v1/oauth2/token';
    const { clientId, clientSecret } = this.#keys;
    const response = await this.#fetch(path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    const { access_token, expires_in } = await this.#read(
      { method: 'POST', path, response: Token },
      response,
    );
    this.#token = { value: access_token, until: Date.now() + expires_in * 1000 - RENEW_BEFORE };
    return access_token;
  }

  #send({ method, path, body, requestId }: Call<unknown>, token: string): Promise<RawResponse> {
    return this.#fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(requestId ? { 'paypal-request-id': requestId } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  /** Reads the whole body within the timeout. Refuses redirects, which would send our keys elsewhere. */
  async #fetch(path: string, init: RequestInit): Promise<RawResponse> {
    const { from, until } = this.#pause;
    const now = Date.now();
    // A clock set back ends the pause.
    if (from <= now && now < until)
      throw new ProviderUnavailable('PayPal asked for a pause between calls.', { retryAfter: until - now });
    try {
      const response = await fetch(this.#keys.apiUrl + path, {
        ...init,
        redirect: 'error',
        signal: this.#timeout(),
      });
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) this.clockAhead = Date.now() - date;
      const retryAfter = response.status === 429 ? pauseOf(response.headers.get('retry-after')) : undefined;
      if (retryAfter !== undefined) this.#pause = { from: Date.now(), until: Date.now() + retryAfter };
      return { status: response.status, text: await response.text(), retryAfter };
    } catch (error) {
      throw new ProviderUnavailable(`PayPal could not be reached: ${init.method} ${path}`, { cause: error });
    }
  }

  #read<T>({ method, path, response }: Call<T>, { status, text, retryAfter }: RawResponse): T {
    const body = parseBody(text);
    if (status >= 400)
      throw toError(`${method} ${path.split('?')[0]}`, status, retryAfter, ErrorBody.safeParse(body).data);
    // An HTML page, as of a proxy, is an error even without an expected body.
    if (body === undefined && text !== '')
      throw new ProviderUnavailable(`PayPal’s response to ${method} ${path} (${status}) is not JSON.`);
    const parsed = response.safeParse(body);
    if (parsed.success) return parsed.data;
    // Logs field paths only, because the values include the payer's name and address.
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the body').join(', ');
    throw new ProviderUnavailable(
      `PayPal’s response to ${method} ${path} (${status}) has unexpected fields: ${fields}`,
    );
  }
}

interface RawResponse {
  status: number;
  text: string;
  /** In ms. */
  retryAfter: number | undefined;
}

function toError(call: string, status: number, retryAfter: number | undefined, body: ErrorBody = {}): Error {
  const issues = [body.name ?? body.error, ...(body.details ?? []).map(({ issue }) => issue)].flatMap(
    (name) => name || [],
  );
  const names = issues.join(', ');
  const debug = body.debug_id ? ` (debug id ${body.debug_id})` : '';
  const message = `PayPal answered ${status} to ${call}: ${names || 'no reason given'}${debug}`;
  if (status === 401) return new ProviderKeysRefused(message);
  if (status === 403) return new PayPalForbidden(message);
  // 409: an earlier call with the same idempotency key is still running.
  const isBusy = status === 408 || status === 409 || status === 429 || status >= 500;
  return isBusy
    ? new ProviderUnavailable(message, { retryAfter })
    : new PayPalRefused(status, message, issues);
}

/** Converts `Retry-After` in seconds or as a date (RFC 9110, 10.2.3) to ms. */
function pauseOf(header: string | null): number {
  const text = header ?? '';
  const ms = /^\d{1,6}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, MAX_PAUSE) : PAUSE;
}

/** Turns a 404 into null. */
export async function nullIfMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PayPalRefused && error.status === 404) return null;
    throw error;
  }
}

/** Turns a refusal into null: PayPal gives no information, or none to this app. */
export async function nullIfRefused<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PayPalRefused || error instanceof PayPalForbidden) return null;
    throw error;
  }
}
