import type { Droplet, ItemType, Ocean, Wave } from '#features/catalogue/contract.ts';

export type Item = Ocean | Wave | Droplet;

interface Kind {
  /** As titles of toasts begin: 'Ocean created'. */
  Name: string;
  Names: string;
  names: 'oceans' | 'waves' | 'droplets';
  empty: string;
  failed: string;
  /** What lies inside, to drill down to. */
  inside: string | null;
}

/** The three levels in words; the specification's texts (sections 4 and 8) are made of these. */
export const KINDS: Record<ItemType, Kind> = {
  ocean: {
    Name: 'Ocean',
    Names: 'Oceans',
    names: 'oceans',
    empty: 'No oceans found. Create your first one.',
    failed: 'Error loading oceans. Please try again.',
    inside: 'Waves',
  },
  wave: {
    Name: 'Wave',
    Names: 'Waves',
    names: 'waves',
    empty: 'No waves found in this ocean...',
    failed: 'Error loading waves. Please try again.',
    inside: 'Droplets',
  },
  droplet: {
    Name: 'Droplet',
    Names: 'Droplets',
    names: 'droplets',
    empty: 'No droplets found in this wave...',
    failed: 'Error loading droplets. Please try again.',
    inside: null,
  },
};

export const isSample = (item: Item): boolean => 'isSample' in item && item.isSample;

const DESCRIPTION_LENGTH = 100;

/** As the lists show it (specification, section 2). */
export const truncated = (description: string): string =>
  description.length > DESCRIPTION_LENGTH
    ? `${description.slice(0, DESCRIPTION_LENGTH).trimEnd()}...`
    : description;
