import { type Call, getCsrfToken, type Optional, urlOf } from '#platform/http/contract/call.ts';
import type { CallInput, CallOutput, Endpoint } from '#platform/http/contract/endpoint.ts';
import { parseJson } from '#platform/http/contract/parse-json.ts';
import { ApiError, hasCode, NETWORK_ERROR } from './api-error.ts';

/** For answers that say something beside their body. */
interface Listening {
  /** Called with an answer's headers before its body is returned. */
  onHeaders?(headers: Headers): void;
}

/**
 * The part of `fetch` that the client needs; on the server it is the application itself, without a network.
 */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

type Input<E extends Endpoint> = Optional<CallInput<E> & Listening>;

/**
 * Calls an endpoint. The call is a value from its feature's `calls.ts`; the endpoint is imported as a type
 * only, so no schema reaches the browser: `api<typeof getOcean>(calls.getOcean, { params: { id: 7 } })`.
 * Throws {@link ApiError}.
 */
export type Api = <E extends Endpoint>(call: CallOf<E>, ...input: Input<E>) => Promise<CallOutput<E>>;

/** An endpoint's own call, and no other's. */
type CallOf<E extends Endpoint> = Call & Pick<E, 'method' | 'path'>;

interface AnyInput extends Listening {
  params?: never;
  query?: never;
  body?: unknown;
  file?: Blob;
}

/**
 * Makes the client of one tab, or of one request on the server. It fetches the CSRF token once and caches it.
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
      // The call goes on and the server decides; the next call asks again.
      csrfToken = undefined;
      return 'unavailable';
    }
  }

  /**
   * Sends one request. Throws {@link ApiError} when it fails on the way, and for every answer that is not OK.
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
      // Revoked while a page was open: the server shows the landing page instead.
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
        // The token belongs to a session that has ended since: once more with a new one.
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
