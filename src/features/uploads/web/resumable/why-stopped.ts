import { ApiError } from '#platform/web/api-error.ts';
import { tooLarge, type UploadKind } from '../../shared/upload-kinds.ts';

/**
 * Consequence of an interrupted request. `later`: a repetition can succeed. `busy`: a repetition succeeds
 * once another call is done. `token`: it needs a new CSRF token. A message for people: it cannot succeed.
 */
export type Stop = 'later' | 'busy' | 'token' | { message: string };

export const FAILURE = 'The upload failed. Please try again.';
/** Codes after which HEAD tells how to go on, or that the upload begins again. */
const REPEATED: string[] = [
  ...['wrong-offset', 'part-missing', 'upload-expired', 'upload-incomplete', 'rate-limited'],
];

/** Statuses by which the server has no such upload any more: the file is sent from its beginning. */
export const GONE = [404, 410];

/** Waiting times before the first attempts, and before all others, in ms. */
const DELAYS = [500, 1_000, 2_000, 4_000, 8_000];
const MAX_DELAY = 15_000;

/** Time in ms before the next attempt, after this many without progress. */
export const waitBefore = (attempts: number): number => DELAYS[attempts] ?? MAX_DELAY;

/** An error that is not the server's is a lost connection. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, '', error);

/** Explains why a request of an upload ended. */
export function whyStopped({ status, code, reason }: ApiError, kind: UploadKind): Stop {
  if (code === 'stale-csrf-token') return 'token';
  if (code === 'upload-busy') return 'busy';
  // 404 and 410: a HEAD response has no body.
  if (REPEATED.includes(code) || [0, 404, 408, 410, 423].includes(status)) return 'later';
  if (status >= 500 && status !== 507) return 'later';
  // Without a reason a proxy answered, for example with its own size limit.
  return { message: reason ?? (status === 413 ? tooLarge(kind) : FAILURE) };
}
