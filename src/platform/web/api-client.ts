import { type Call, getCsrfToken, type Optional, urlOf } from '#platform/http/contract/call.ts';
import type { CallInput, CallOutput, Endpoint } from '#platform/http/contract/endpoint.ts';
import { parseJson } from '#platform/http/contract/parse-json.ts';
import { ApiError, hasCode, NETWORK_ERROR } from './api-error.ts';

/** For responses with data in their headers. */
interface Listening {
  /** Called with the response's headers before the call returns its body. */
  onHeaders?(headers: Headers): void;
}

/** The used part of `fetch`. On the server, the application handles it without a network. */
export type Fetch = (path: string, init: RequestInit) => Promise<Received>;

/** The used part of a `Response`, whose streams would cost the server more than the call. */
type Received = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers' | 'text' | 'json'>;

type Input<E extends Endpoint> = Optional<CallInput<E> & Listening>;

/**
 * Calls an endpoint. Import the call as a value from its feature's `calls.ts`, and the endpoint as a type
 * only, so that no schema reaches the browser: `api<typeof getOcean>(calls.getOcean, { params: { id: 7 } })`.
 * Throws {@link ApiError}.
 */
export type Api = <E extends Endpoint>(call: CallOf<E>, ...input: Input<E>) => Promise<CallOutput<E>>;

/** The call of one endpoint only. */
type CallOf<E extends Endpoint> = Call & Pick<E, 'method' | 'path'>;

interface AnyInput extends Listening {
  params?: never;
  query?: never;
  body?: unknown;
  file?: Blob;
}

/**
 * Makes the client of one tab, or of one request on the server. Fetches the CSRF token once and caches it.
 */
export function makeApi(fetch: Fetch): Api {
  let csrfToken: Promise<string> | undefined;

  async function fetchCsrfToken(): Promise<string> {
    try {
      const { method, path } = getCsrfToken;
      const response = await fetch(path, { method, credentials: 'include' });
      if (!response.ok) throw new Error('Failed to fetch CSRF token');
      const body = (await response.json()) as { csrfToken?: unknown };
      if (typeof body.csrfToken !== 'string') throw new Error('Invalid CSRF token received');
      return body.csrfToken;
    } catch (error) {
      console.error(error instanceof Error ? error.message : 'Failed to fetch CSRF token');
      // Sends the call anyway, and the server decides. The next call fetches a token again.
      csrfToken = undefined;
      return 'unavailable';
    }
  }

  /**
   * Sends one request. Throws {@link ApiError} for a network failure, and for every response that is not OK.
   */
  async function send(call: Call, { body, file, onHeaders, ...address }: AnyInput): Promise<string> {
    const headers: Record<string, string> = {};
    if (body !== undefined || file) headers['content-type'] = call.takes ?? 'application/json';
    if (needsToken(call)) {
      csrfToken ??= fetchCsrfToken();
      headers['csrf-token'] = await csrfToken;
    }
    const content = file ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(urlOf(call, address), {
      method: call.method,
      headers,
      credentials: 'include',
      keepalive: call.outlivesPage ?? false,
      ...(content === undefined ? {} : { body: content }),
    }).catch(failOnTheWay);
    const text = await response.text().catch(failOnTheWay);
    if (!response.ok) {
      // The entry was revoked while the page was open. After a reload, the server shows the landing page.
      if (call.gated && response.status === 403) globalThis.location?.reload();
      throw new ApiError(response.status, text || response.statusText);
    }
    onHeaders?.(response.headers);
    return text;
  }

  return (async (call: Call, input: AnyInput = {}) => {
    try {
      const text = await send(call, input).catch((error) => {
        if (!needsToken(call) || !hasCode(error, 'stale-csrf-token')) throw error;
        // The token belongs to an ended session. Retries once with a new one.
        csrfToken = undefined;
        return send(call, input);
      });
      return text === '' ? undefined : parseJson(text);
    } finally {
      // The token belongs to the session.
      if (call.changesSession) csrfToken = undefined;
    }
  }) as Api;
}

const needsToken = ({ method, tokenless }: Call) => method !== 'GET' && !tokenless;

function failOnTheWay(cause: unknown): never {
  throw new ApiError(0, NETWORK_ERROR, cause);
}
