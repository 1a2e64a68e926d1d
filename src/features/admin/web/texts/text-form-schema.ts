import { valueProblem } from '#features/settings/contract/schemas.ts';
import { defaultOf } from '#features/settings/shared/known-settings.ts';

const EMPTY = 'Write something, or reset it to the default.';

/** Returns the problem of a typed text. */
export function textProblem(key: string, typed: string): string | undefined {
  const value = typed.trim();
  if (value === defaultOf(key)) return undefined;
  return value === '' ? EMPTY : valueProblem(key, value);
}
