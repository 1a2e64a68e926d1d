import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Droplet, Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { cutTo } from '#platform/text/shorten.ts';

export type Item = Ocean | Wave | Droplet;

interface Kind {
  /** Capitalized singular, as in 'Ocean created'. */
  Name: string;
  Names: string;
  names: 'oceans' | 'waves' | 'droplets';
  empty: string;
  failed: string;
  /** Name of the level below, if any. */
  inside: string | null;
}

/** Names of the three levels in the specification's texts (sections 4 and 8). */
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

/** Says that a published item goes live later, because its film or sound is being prepared. */
export const livesLater = (mediaType: Item['mediaType']): string =>
  `goes live by itself when its ${mediaType === 'audio' ? 'sound' : 'film'} is ready.`;

const DESCRIPTION_LENGTH = 100;

/** Truncates a description at 100 characters (specification, section 2). */
export const truncated = (description: string): string =>
  description.length > DESCRIPTION_LENGTH
    ? `${cutTo(description, DESCRIPTION_LENGTH).trimEnd()}...`
    : description;
