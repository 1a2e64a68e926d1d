import { LAST_STOP_KEY } from '../entered.ts';
import { ownPath } from '../own-path.ts';
import type { LastStop } from './last-stop.ts';

/* Reading the last stop, apart from storing it, because the viewer's code only stores. */

/** Reads the reader's last stop; null without a usable one. */
export function lastStop(): LastStop | null {
  try {
    return parseStop(localStorage.getItem(LAST_STOP_KEY));
  } catch {
    return null;
  }
}

/** Parses a stored stop; null when it is invalid or leads to another site. Throws for invalid JSON. */
export function parseStop(stored: string | null): LastStop | null {
  const stop: unknown = JSON.parse(stored ?? 'null');
  if (typeof stop !== 'object' || stop === null || !('href' in stop) || !('label' in stop)) return null;
  const { href, label } = stop;
  if (typeof href !== 'string' || typeof label !== 'string' || ownPath(href) === null) return null;
  return { href, label };
}
