import { forbidden } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { isItem } from './present-state.ts';

/** Throws 403 when an editor requests the history of a setting. */
export function refuseSettings(reader: Reader, type: string): void {
  if (reader.tier !== 'admin' && !isItem(type)) throw forbidden();
}
