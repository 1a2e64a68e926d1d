/* Messages between a test worker and its host process. */

/** Starts a site with these environment variables, or stops a started site. */
export interface ToHost {
  id: number;
  start?: Record<string, string>;
}

/** Reply to the message with this id: the site's address, `''` after a stop, or the error. */
export type FromHost = { id: number } & ({ url: string } | { error: string });
