import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#platform/web/api-error.ts';

/**
 * Shows the server's issues beside their fields, and focuses the first one. Returns whether there were any.
 */
export function showIssues<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
): boolean {
  if (!(error instanceof ApiError)) return false;
  const shown = error.issues.filter(({ path }) => (fields as readonly string[]).includes(path));
  shown.forEach(({ path, message }, index) => {
    setError(path as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return shown.length > 0;
}
