import type { ErrorBody, ErrorCode, Issue } from '#platform/http/contract/error-codes.ts';
import { parseJson } from '#platform/http/contract/parse-json.ts';

/**
 * Reason of a failure, for programs: the server's code; `network-failure` without a response;
 * `unexpected-response` for one that is not the server's, such as a proxy's error page.
 */
export type FailureCode = ErrorCode | 'network-failure' | 'unexpected-response';

/**
 * A failed call. `message` is the status, a colon and the body's text (specification, section 8); `reason` is
 * the server's sentence for people.
 */
export class ApiError extends Error {
  readonly code: FailureCode;
  /** 0 without a response. */
  readonly status: number;
  readonly reason: string | undefined;
  readonly issues: Issue[];
  /** After a conflict: the present state, if the response has it. */
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

/** Codes of failures without one: no response, or one from an older node or a proxy. */
const CODES: Partial<Record<number, FailureCode>> = {
  0: 'network-failure',
  401: 'not-signed-in',
  403: 'forbidden',
  404: 'not-found',
  429: 'rate-limited',
};

/** Message without a response (specification, section 8). */
export const NETWORK_ERROR = 'Network error: Please check your connection and try again.';

/** Whether a call failed with one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly FailureCode[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);

/**
 * Whether a failed call may have taken effect: there was no response, or one of a proxy, or the server could
 * not tell. A server that is overloaded or full has done nothing.
 */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  ((error.status === 0 || error.status >= 500) && !hasCode(error, 'overloaded', 'storage-full'));

/** Returns a failed call's message for people: the server's sentence, the network failure, or `otherwise`. */
export const failureText = (error: unknown, otherwise = 'Please try again.'): string =>
  error instanceof ApiError && error.code !== 'network-failure' ? error.reason || otherwise : NETWORK_ERROR;
