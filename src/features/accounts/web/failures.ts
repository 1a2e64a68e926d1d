import { ApiError } from '#platform/web/api-error.ts';

/** The server's own sentence; nothing for a failure on the way there. */
export const reasonOf = (error: unknown): string =>
  (error instanceof ApiError ? error.reason : undefined) ?? '';
