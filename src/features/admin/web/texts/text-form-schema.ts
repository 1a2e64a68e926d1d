import { valueProblem } from '#features/settings/contract/schemas.ts';
import { defaultOf } from '#features/settings/shared/known-settings.ts';

const EMPTY = 'Write something, or reset it to the default.';

/** Says what is wrong with a text as it was typed. */
export function textProblem(key: string, typed: string): string | undefined {
  const value = typed.trim();
  if (value === defaultOf(key)) return undefined;
  return value === '' ? EMPTY : valueProblem(key, value);
}
