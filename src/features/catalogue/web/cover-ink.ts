import { drawnAt } from './cover-address.ts';
import { hashOf } from './horizon.ts';

/** How many ink sets the cover artist has; their colours, as grounds, stand in covers.css in the same order. */
const INKS = 10;
/** The cover artist's own (server/cover.mjs). */
const SALT = '15zod/';

/**
 * The class of the ground that a picture stands on until it is here: the colours of the drawing at this address. Any
 * other picture gets those of the drawing that would stand in for it.
 */
export function inkOf(address: string, slug: string): string {
  const drawn = drawnAt(address);
  return `ink-${hashOf(SALT + (drawn?.ocean ?? drawn?.slug ?? slug)) % INKS}`;
}
