/* The keys that step between droplets: the viewer binds them, and the list of shortcuts shows them. */

export const PREVIOUS_KEY = 'ArrowLeft';
export const NEXT_KEY = 'ArrowRight';
