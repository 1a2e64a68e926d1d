import { forbidden } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { isItem } from './present-state.ts';

/** Throws 403 when an editor asks for the history of anything but an item. */
export function refuseSettings(reader: Reader, type: string): void {
  if (reader.tier !== 'admin' && !isItem(type)) throw forbidden();
}
