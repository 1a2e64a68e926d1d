import type { CatalogueSize } from '../../scripts/seed/seed-catalogue.ts';

/** The two sizes, with equal numbers of droplets per wave and waves per ocean. */
export const SMALL: CatalogueSize = { oceans: 5, waves: 50, droplets: 1_000 };
export const BIG: CatalogueSize = { oceans: 500, waves: 5_000, droplets: 100_000 };
