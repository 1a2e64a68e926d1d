import { hashOf } from './horizon.ts';

/** How many ink sets the cover artist has; their colours, as grounds, stand in covers.css in the same order. */
const INKS = 10;
/** The cover artist's own (server/cover.mjs). */
const SALT = '15zod/';
const ADDRESS = /^\/covers\/(?:ocean|(?:wave|droplet)\/([^/]+))\/([^/]+)\.svg$/;

/**
 * The class of the ground that a picture stands on until it is here: the colours of the drawing at this address. Any
 * other picture gets those of the drawing that would stand in for it.
 */
export function inkOf(address: string, slug: string): string {
  const [, ocean, name] = ADDRESS.exec(address) ?? [];
  const drawn = decodeURIComponent(ocean ?? name ?? encodeURIComponent(slug));
  return `ink-${hashOf(SALT + drawn) % INKS}`;
}
