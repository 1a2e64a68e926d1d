import { COMFORT_COOKIE, MOTIONS, TEXT_SIZES, THEMES } from '../contract/calls.ts';
import type { Comfort } from '../contract/schemas.ts';

/**
 * Reads the choices from cookies in the form of `document.cookie`. Defaults replace missing or invalid
 * values.
 */
export function readComfort(cookies: string): Comfort {
  const text = new RegExp(`(?:^|; )${COMFORT_COOKIE}=([^;]*)`).exec(cookies)?.[1];
  let stored: Partial<Record<keyof Comfort, unknown>> | null = null;
  try {
    stored = JSON.parse(decodeURIComponent(text ?? 'null'));
  } catch {
    // The cookie was not written by this site, so the defaults apply.
  }
  const oneOf = <Value>(values: readonly [Value, ...Value[]], value: unknown): Value =>
    values.find((known) => known === value) ?? values[0];
  return {
    theme: oneOf(THEMES, stored?.theme),
    text: oneOf(TEXT_SIZES, stored?.text),
    motion: oneOf(MOTIONS, stored?.motion),
    captions: stored?.captions !== false,
  };
}
