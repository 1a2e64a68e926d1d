import { readId, withQuery, writeId } from '../items/selection/address-query.ts';

/** Query parameter with the id of the open droplet, on every page with a viewer. */
const PARAMETER = 'droplet';

/** Address of a droplet's link: the same page with the viewer open. */
export interface ViewerLink {
  href: string;
  /** State of the history entry. With `viewer`, closing the viewer goes one step back. */
  state?: unknown;
  /** Replaces the entry of the open viewer, so that closing goes back one step. */
  replace?: boolean;
}

/** Reads the open droplet's id from an address; null when the viewer is closed. */
export const openDropletId = (search: string | URLSearchParams): number | null =>
  readId(new URLSearchParams(search), PARAMETER);

/**
 * Returns the page's address with this droplet open, or with the viewer closed; all other parameters stay.
 */
export function viewerAddress(path: string, search: string, id: number | null): string {
  const query = new URLSearchParams(search);
  writeId(query, PARAMETER, id);
  return withQuery(path, query);
}
