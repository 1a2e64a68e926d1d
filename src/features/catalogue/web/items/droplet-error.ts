/** Title of the error state of a droplet that failed to load. */
export const DROPLET_ERROR = 'Error loading droplet content';
