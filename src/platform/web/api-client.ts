import type { CallInput, CallOutput, EndpointShape } from '#platform/http/endpoint.ts';

export interface FieldIssue {
  path: string;
  message: string;
}

/**
 * An answer that was not OK. `message` is the status, a colon and the body's text (specification, section 8);
 * `reason` is the server's own sentence, fit to be shown.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string | undefined;
  readonly issues: FieldIssue[];
  /** With a conflict: how the thing stands now, when the server says it. */
  readonly current: unknown;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    const body = parseJson(text) as
      | { message?: unknown; issues?: FieldIssue[]; current?: unknown }
      | undefined;
    this.reason = typeof body?.message === 'string' ? body.message : undefined;
    this.issues = Array.isArray(body?.issues) ? body.issues : [];
    this.current = body?.current;
  }
}

/** Specification, section 8: what a call says that reached nobody. */
export const NETWORK_ERROR = 'Network error: Please check your connection and try again.';

/** What a failed call says to a person: the server's own sentence; that the network failed; or `otherwise`. */
export const failureText = (error: unknown, otherwise = 'Please try again.'): string =>
  error instanceof ApiError ? error.reason || otherwise : NETWORK_ERROR;

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** For the few answers that say something beside their body. */
interface Listening {
  /** Called with an answer's headers before its body is returned. */
  onHeaders?(headers: Headers): void;
}

/** The part of `fetch` that the client needs; on the server it is the application itself, without a network. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/**
 * Calls an endpoint by its name; the contract is imported as a type only, so no schema reaches the browser:
 * `api<typeof getOcean>('GET /api/oceans/:id', { params: { id: '7' } })`. Throws {@link ApiError}.
 */
export type Api = <E extends EndpointShape>(
  name: `${E['method']} ${E['path']}`,
  ...input: Record<never, never> extends CallInput<E>
    ? [(CallInput<E> & Listening)?]
    : [CallInput<E> & Listening]
) => Promise<CallOutput<E>>;

export function makeApi(fetch: Fetch): Api {
  let csrfToken: Promise<string> | undefined;

  async function fetchCsrfToken(): Promise<string> {
    try {
      const response = await fetch('/api/csrf-token', { method: 'GET', credentials: 'include' });
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

  async function send(method: string, path: string, body: unknown, needsToken: boolean): Promise<Response> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (needsToken) {
      csrfToken ??= fetchCsrfToken();
      headers['csrf-token'] = await csrfToken;
    }
    return fetch(path, {
      method,
      headers,
      credentials: 'include',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  return async (name, ...[input]) => {
    const [method, template] = name.split(' ') as [string, string];
    const path = fillPath(template, input?.params) + toQuery(input?.query);
    const needsToken = method !== 'GET' && !/login|register/.test(template);
    let response = await send(method, path, input?.body, needsToken);
    let text = await response.text();
    if (response.status === 403 && needsToken && new ApiError(403, text).issues.some(isStaleToken)) {
      // The token belongs to a session that has ended since: forget it, ask anew, try once more.
      csrfToken = undefined;
      response = await send(method, path, input?.body, needsToken);
      text = await response.text();
    }
    // The session, and with it the token, is another one afterwards.
    if (/login|register|logout|verify|password/.test(template)) csrfToken = undefined;
    if (!response.ok) throw new ApiError(response.status, text || response.statusText);
    input?.onHeaders?.(response.headers);
    return (text === '' ? undefined : parseJson(text)) as never;
  };
}

const isStaleToken = (issue: FieldIssue) => issue.path === 'csrf-token';

function fillPath(template: string, params: unknown): string {
  return template.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[key])),
  );
}

function toQuery(query: unknown): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs as [string, string][])}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
