import type { ApiError } from '#platform/web/api-error.ts';
import { tooLarge, type UploadKind } from '../../shared/upload-kinds.ts';

/**
 * What an interrupted request means: `later`: it can succeed when it is repeated; `busy`: it will, when
 * another call is done; `token`: it needs a new CSRF token. A text is for people: it will not succeed.
 */
export type Stop = 'later' | 'busy' | 'token' | { message: string };

export const FAILURE = 'The upload failed. Please try again.';
/** Codes after which HEAD tells how to go on, or that the upload begins again. */
const REPEATED: string[] = ['wrong-offset', 'upload-expired', 'upload-incomplete', 'rate-limited'];

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
