import { z } from 'zod';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';

/* PayPal's REST interface over HTTP: who we are, how long we wait, and what its failures mean. */

export interface PayPalKeys {
  /** `https://api-m.paypal.com`, `https://api-m.sandbox.paypal.com`, or a peer of the tests. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

/** PayPal does not know these keys, or does not let them do this. Whoever set them has to act; nothing is lost. */
export class PayPalKeysRefused extends ProviderUnavailable {
  override name = 'PayPalKeysRefused';
}

/** A refusal in PayPal's own words; `name` and `issues` are codes that its documentation lists. */
export class PayPalRefused extends ProviderRefused {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Call<T> {
  method: 'GET' | 'POST' | 'PATCH';
  /** Begins with a slash; subscription ids in it are no personal data, and it may be logged. */
  path: string;
  body?: object;
  /** PayPal answers a repeated call with the same id as it did the first one, for 72 hours. */
  requestId?: string;
  answer: z.ZodType<T>;
}

const ANSWER_WITHIN = 10_000;
/** A token is renewed this long before PayPal forgets it. */
const RENEW_BEFORE = 60_000;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const Failure = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});
type Failure = z.infer<typeof Failure>;

export class PayPalClient {
  readonly #keys: PayPalKeys;
  readonly #answerWithin: number;
  #token: { value: string; until: number } | undefined;
  #asking: Promise<string> | undefined;

  constructor(keys: PayPalKeys, answerWithin = ANSWER_WITHIN) {
    this.#keys = keys;
    this.#answerWithin = answerWithin;
  }

  /**
   * Throws `ProviderUnavailable` when PayPal cannot be reached, is busy, fails or answers what does not fit `answer`,
   * {@link PayPalRefused} when it says no, {@link PayPalKeysRefused} when it does not know us.
   */
  async call<T>(call: Call<T>): Promise<T> {
    const token = await this.#accessToken();
    let response = await this.#send(call, token);
    if (response.status === 401) {
      // It may have been withdrawn before its time. Others may have noticed too: only the refused one is forgotten.
      if (this.#token?.value === token) this.#token = undefined;
      response = await this.#send(call, await this.#accessToken());
    }
    return this.#read(call, response);
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#token.until > Date.now()) return this.#token.value;
    this.#asking ??= this.#askForToken().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askForToken(): Promise<string> {
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
    const { access_token, expires_in } = await this.#read({ method: 'POST', path, answer: Token }, response);
    this.#token = { value: access_token, until: Date.now() + expires_in * 1000 - RENEW_BEFORE };
    return access_token;
  }

  #send({ method, path, body, requestId }: Call<unknown>, token: string): Promise<Answer> {
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

  /** The whole answer, within the time; a redirect would carry our keys elsewhere. */
  async #fetch(path: string, init: RequestInit): Promise<Answer> {
    try {
      const response = await fetch(this.#keys.apiUrl + path, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(this.#answerWithin),
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new ProviderUnavailable(`PayPal could not be reached: ${init.method} ${path}`, { cause: error });
    }
  }

  #read<T>({ method, path, answer }: Call<T>, { status, text }: Answer): T {
    const said = parseJson(text);
    if (status >= 400) throw failure(`${method} ${path.split('?')[0]}`, status, Failure.safeParse(said).data);
    // A page of somebody's in between is no answer, not even where nothing is expected.
    if (said === undefined && text !== '')
      throw new ProviderUnavailable(`PayPal’s answer to ${method} ${path} (${status}) is no JSON.`);
    const parsed = answer.safeParse(said);
    if (parsed.success) return parsed.data;
    // The paths only: the answer itself holds a person's name and address.
    const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole').join(', ');
    throw new ProviderUnavailable(
      `PayPal’s answer to ${method} ${path} (${status}) is not understood: ${where}`,
    );
  }
}

interface Answer {
  status: number;
  text: string;
}

function failure(what: string, status: number, said: Failure = {}): Error {
  const issues = (said.details ?? []).flatMap(({ issue }) => issue ?? []);
  const names = [said.name ?? said.error, ...issues].filter(Boolean).join(', ');
  const debug = said.debug_id ? ` (debug id ${said.debug_id})` : '';
  const message = `PayPal answered ${status} to ${what}: ${names || 'without a reason'}${debug}`;
  if (status === 401 || status === 403) return new PayPalKeysRefused(message);
  // The same call is still being worked on.
  const isBusy = status === 408 || status === 409 || status === 429 || status >= 500;
  return isBusy ? new ProviderUnavailable(message) : new PayPalRefused(status, message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
