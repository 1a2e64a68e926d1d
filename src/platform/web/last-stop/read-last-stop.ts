import { LAST_PLACE_KEY } from '../entered.ts';
import { ownPath } from '../own-path.ts';
import type { LastPlace } from './last-place.ts';

/* Apart from storing it: the viewer's code does that, and reads nothing. */

/** Reads where the reader stopped; null when nothing usable is stored. */
export function lastPlace(): LastPlace | null {
  try {
    return parsePlace(localStorage.getItem(LAST_PLACE_KEY));
  } catch {
    return null;
  }
}

/** Parses a stored place; null when it is broken or leads to another site. Throws on broken JSON. */
export function parsePlace(stored: string | null): LastPlace | null {
  const place: unknown = JSON.parse(stored ?? 'null');
  if (typeof place !== 'object' || place === null || !('href' in place) || !('label' in place)) return null;
  const { href, label } = place;
  if (typeof href !== 'string' || typeof label !== 'string' || ownPath(href) === null) return null;
  return { href, label };
}
