import type { Droplet } from '../../contract/schemas.ts';

/** An empty list that stays the same object, so that hooks which depend on it do not run again. */
export const NO_DROPLETS: readonly Droplet[] = [];
