import { ApiError } from '#platform/web/api-error.ts';

/** Returns the server's sentence; empty when the server was unreachable. */
export const reasonOf = (error: unknown): string =>
  (error instanceof ApiError ? error.reason : undefined) ?? '';
