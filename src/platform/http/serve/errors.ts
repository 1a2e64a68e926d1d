import { LOG_IN_FIRST } from '../contract/call.ts';
import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from '../contract/error-codes.ts';

interface Details {
  issues?: Issue[] | undefined;
  /** Seconds until a retry makes sense, for `Retry-After`. */
  retryAfter?: number;
  /** After a conflict: the present state. */
  current?: unknown;
}

/** An error for callers, with a public code, message and issues. The code determines the status. */
export class HttpError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, { issues, retryAfter, current }: Details = {}) {
    super(message);
    this.name = 'HttpError';
    this.code = code;
    this.status = ERRORS[code][0];
    this.issues = issues;
    this.retryAfter = retryAfter;
    this.current = current;
  }

  /** The response's body. */
  get body(): ErrorBody {
    const { code, message, issues, current } = this;
    return { code, message, issues, current };
  }
}

export const invalidInput = (message: string, issues?: Issue[]) =>
  new HttpError('invalid-input', message, { issues });
export const notSignedIn = (message = LOG_IN_FIRST) => new HttpError('not-signed-in', message);
export const forbidden = (message = 'You do not have access to this.') => new HttpError('forbidden', message);
export const notFound = (message = 'Not found') => new HttpError('not-found', message);
