/* Messages between a worker of the tests and its site host. */

/** Start of a site with these environment variables, or the end of one that has been started. */
export interface ToHost {
  id: number;
  start?: Record<string, string>;
}

/** Answer to the message with this id: the site's address, `''` after its end, or why not. */
export type FromHost = { id: number } & ({ url: string } | { error: string });
