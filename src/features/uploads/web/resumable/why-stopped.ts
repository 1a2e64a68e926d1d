import { ApiError } from '#platform/web/api-error.ts';
import { tooLarge, type UploadKind } from '../../shared/upload-kinds.ts';

/**
 * Consequence of an interrupted request. `later`: a retry can succeed. `busy`: a retry succeeds after another
 * call ends. `token`: a retry needs a new CSRF token. A message for people: retries cannot succeed.
 */
type Stop = 'later' | 'busy' | 'token' | { message: string };

export const FAILURE = 'The upload failed. Please try again.';
/** Codes after which HEAD gives the offset, or shows that the upload must restart. */
const REPEATED: string[] = [
  ...['wrong-offset', 'part-missing', 'upload-expired', 'upload-incomplete', 'rate-limited'],
];

/**
 * Statuses for an upload that the server does not have any more. The file is then sent from its beginning.
 */
export const GONE = [404, 410];

/** Delays before the first attempts in ms. The last one repeats. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000];
const MAX_DELAY = 15_000;

/** Returns the delay in ms before the next attempt, after this many without progress. */
export const waitBefore = (attempts: number): number => DELAYS[attempts] ?? MAX_DELAY;

/** Converts an error. Any error but the server's own means a lost connection. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, '', error);

/** Explains why a request of an upload ended. */
export function whyStopped({ status, code, reason }: ApiError, kind: UploadKind): Stop {
  if (code === 'stale-csrf-token') return 'token';
  if (code === 'upload-busy') return 'busy';
  // 404 and 410 come without a code, because a HEAD response has no body.
  if (REPEATED.includes(code) || [0, 404, 408, 410, 423].includes(status)) return 'later';
  if (status >= 500 && status !== 507) return 'later';
  // A response without a reason comes from a proxy, for example with its own size limit.
  return { message: reason ?? (status === 413 ? tooLarge(kind) : FAILURE) };
}
