import { ApiError } from '#platform/web/api-error.ts';

/** Reads the server's own sentence; empty when the server was not reached. */
export const reasonOf = (error: unknown): string =>
  (error instanceof ApiError ? error.reason : undefined) ?? '';
