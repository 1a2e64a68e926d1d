import type { Droplet, ItemType, Ocean, Wave } from '../contract.ts';
import { many } from './counts.ts';
import { formatDuration } from './duration.ts';

/**
 * An item of any level, as the hierarchy explorer sees it (specification, section 3). Whether it is a favorite is
 * its heart's to know: that is kept once for the whole site.
 */
export interface ExplorerNode {
  type: ItemType | 'root';
  id: number;
  title: string;
  description: string;
  slug: string;
  imageUrl: string | null;
  mediaType: Droplet['mediaType'] | 'none';
  /** Null where there is none, and where the reader has no right to it. */
  mediaUrl: string | null;
  captionsUrl: string | null;
  accessType: 'free' | 'premium';
  isSample: boolean;
  locked: boolean;
  childrenCount: number;
  /** How much it holds, in words. */
  extent: string;
  /** The item's own page. */
  navigateTo: string;
  parent: ExplorerNode | null;
  /** Undefined until they are fetched. */
  children?: ExplorerNode[];
}

export const ROOT: ExplorerNode = {
  type: 'root',
  id: 0,
  title: 'Learning Categories',
  description: '',
  slug: '',
  imageUrl: null,
  mediaType: 'none',
  mediaUrl: null,
  captionsUrl: null,
  accessType: 'free',
  isSample: false,
  locked: false,
  childrenCount: 0,
  extent: '',
  navigateTo: '/classic',
  parent: null,
};

const content = (item: Ocean | Wave | Droplet) => ({
  id: item.id,
  title: item.title,
  description: item.description,
  slug: item.slug,
  imageUrl: item.imageUrl,
  mediaType: item.mediaType,
  mediaUrl: item.mediaUrl,
  captionsUrl: item.captionsUrl,
  accessType: item.accessType,
  isSample: 'isSample' in item && item.isSample,
  locked: item.locked,
});

export const oceanNode = (ocean: Ocean, parent: ExplorerNode): ExplorerNode => ({
  ...content(ocean),
  type: 'ocean',
  childrenCount: ocean.waveCount,
  extent: many(ocean.waveCount, 'wave'),
  navigateTo: `/oceans/${ocean.id}`,
  parent,
});

export const waveNode = (wave: Wave, parent: ExplorerNode): ExplorerNode => ({
  ...content(wave),
  type: 'wave',
  childrenCount: wave.dropletCount,
  extent: many(wave.dropletCount, 'droplet'),
  navigateTo: `/waves/${wave.id}`,
  parent,
});

export const dropletNode = (droplet: Droplet, parent: ExplorerNode): ExplorerNode => ({
  ...content(droplet),
  type: 'droplet',
  childrenCount: 0,
  extent: formatDuration(droplet.duration),
  navigateTo: `/droplets/${droplet.id}`,
  parent,
});

/** What the type badge says. */
export const TYPE_NAMES = { ocean: 'Ocean', wave: 'Wave', droplet: 'Droplet' } as const;

/** The title of the level under a node. */
export function levelTitle(type: ExplorerNode['type']): string {
  if (type === 'root') return 'Categories';
  if (type === 'ocean') return 'Explore Waves';
  return type === 'wave' ? 'Explore Droplets' : 'Explore Further';
}

/** Whether a press can play it here; a text or a picture is opened instead. */
export const isPlayable = ({ mediaType, mediaUrl }: ExplorerNode): boolean =>
  Boolean(mediaUrl) && (mediaType === 'video' || mediaType === 'audio');
