import type { ErrorBody, ErrorCode, Issue } from '#platform/http/contract/error-codes.ts';
import { parseJson } from '#platform/http/contract/parse-json.ts';

/**
 * Reason of a failure, for programs: the server's own code; `network-failure` for a call that reached nobody;
 * `unexpected-response` for an answer that is not the server's, such as a proxy's error page.
 */
export type FailureCode = ErrorCode | 'network-failure' | 'unexpected-response';

/**
 * A call that failed. `message` is the status, a colon and the body's text (specification, section 8);
 * `reason` is the server's own sentence, fit to be shown.
 */
export class ApiError extends Error {
  readonly code: FailureCode;
  /** 0: no answer came. */
  readonly status: number;
  readonly reason: string | undefined;
  readonly issues: Issue[];
  /** With a conflict: the present state, when the server says it. */
  readonly current: unknown;

  constructor(status: number, text: string, cause?: unknown) {
    super(`${status}: ${text}`, { cause });
    this.name = 'ApiError';
    this.status = status;
    const body = parseJson(text) as Partial<ErrorBody> | null | undefined;
    this.code = body?.code ?? CODES[status] ?? 'unexpected-response';
    this.reason = typeof body?.message === 'string' ? body.message : undefined;
    this.issues = Array.isArray(body?.issues) ? body.issues : [];
    this.current = body?.current;
  }
}

/** Codes of answers without one: no answer, or one from an older node or a proxy. */
const CODES: Partial<Record<number, FailureCode>> = {
  0: 'network-failure',
  401: 'not-signed-in',
  403: 'forbidden',
  404: 'not-found',
  429: 'rate-limited',
};

/** Message of a call that reached nobody (specification, section 8). */
export const NETWORK_ERROR = 'Network error: Please check your connection and try again.';

/** Whether a call failed with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly FailureCode[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);

/**
 * Whether a call that failed may have done its work: no answer came, or one of a proxy, or the server could
 * not tell. A server that is too busy or has no room has done nothing.
 */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  ((error.status === 0 || error.status >= 500) && !hasCode(error, 'overloaded', 'storage-full'));

/**
 * Message of a failed call for a person: the server's own sentence; that the network failed; or `otherwise`.
 */
export const failureText = (error: unknown, otherwise = 'Please try again.'): string =>
  error instanceof ApiError && error.code !== 'network-failure' ? error.reason || otherwise : NETWORK_ERROR;
