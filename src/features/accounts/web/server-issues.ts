import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#platform/web/api-client.ts';

/** Puts the server's problems beside the fields they name, and the focus on the first. Answers whether there were any. */
export function showIssues<F extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<F>,
  fields: readonly Path<F>[],
): boolean {
  if (!(error instanceof ApiError)) return false;
  const own = error.issues.filter(({ path }) => (fields as readonly string[]).includes(path));
  for (const [place, { path, message }] of own.entries())
    setError(path as Path<F>, { type: 'server', message }, { shouldFocus: place === 0 });
  return own.length > 0;
}
