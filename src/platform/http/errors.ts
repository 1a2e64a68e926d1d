/** One problem of one field of the input; `path` is dotted, such as `keywords.2`. */
export interface Issue {
  path: string;
  message: string;
}

/** An error that a caller may see: its message and issues are sent as they are. */
export class HttpError extends Error {
  readonly status: number;
  readonly issues: Issue[] | undefined;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** With a conflict: how the thing stands now. */
  readonly current: unknown;

  constructor(
    status: number,
    message: string,
    more: { issues?: Issue[]; retryAfter?: number; current?: unknown } = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.issues = more.issues;
    this.retryAfter = more.retryAfter;
    this.current = more.current;
  }
}

export const badRequest = (message: string, issues?: Issue[]) => new HttpError(400, message, { issues });
export const unauthorized = (message = 'Please log in to continue.') => new HttpError(401, message);
export const forbidden = (message = 'You do not have access to this.', issues?: Issue[]) =>
  new HttpError(403, message, { issues });
export const notFound = (message = 'Not found') => new HttpError(404, message);
export const conflict = (message: string, issues?: Issue[]) => new HttpError(409, message, { issues });
export const tooMany = (message: string, retryAfter: number) => new HttpError(429, message, { retryAfter });
