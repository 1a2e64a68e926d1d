import type { UseFormReturn } from 'react-hook-form';
import type { ImportValues } from './import-form-schema.ts';

/** Returns the error text of a field by its path. */
export function errorText({ formState }: UseFormReturn<ImportValues>, path: string): string | undefined {
  let at: unknown = formState.errors;
  for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  return (at as { message?: string } | undefined)?.message;
}
