import { many } from '#platform/web/counts.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { Droplet, ItemCaptions, Ocean, Wave } from '../../contract/schemas.ts';
import { describeKind } from '../items/droplet-kind.ts';

interface NodeBase {
  id: number;
  title: string;
  description: string;
  childrenCount: number;
  /** Address of the node's own page. */
  navigateTo: string;
  /** Undefined until they are loaded. */
  children?: ClassicItem[];
}

/** The level above the oceans. */
interface ClassicRoot extends NodeBase {
  type: 'root';
  parent: null;
}

/**
 * An item of any level in the Classic layout (specification, section 3). The favorite state is not part of
 * it, because the favorites feature holds it once for the whole site.
 */
export interface ClassicItem extends NodeBase {
  type: ItemType;
  slug: string;
  imageUrl: string | null;
  imageAlt: string | null;
  mediaType: Droplet['mediaType'] | 'none';
  /** Null when there is none, and when the item is locked. */
  mediaUrl: string | null;
  captions: ItemCaptions;
  accessType: 'free' | 'premium';
  isSample: boolean;
  isPublished: boolean;
  locked: boolean;
  /** Number of children or duration, as text. */
  extent: string;
  parent: ClassicNode;
}

export type ClassicNode = ClassicRoot | ClassicItem;

export const ROOT: ClassicRoot = {
  type: 'root',
  id: 0,
  title: 'Learning Categories',
  description: '',
  childrenCount: 0,
  navigateTo: '/classic',
  parent: null,
};

const contentOf = (item: Ocean | Wave | Droplet) => ({
  id: item.id,
  title: item.title,
  description: item.description,
  slug: item.slug,
  imageUrl: item.imageUrl,
  imageAlt: item.imageAlt,
  mediaType: item.mediaType,
  mediaUrl: item.mediaUrl,
  captions: item,
  accessType: item.accessType,
  isSample: 'isSample' in item && item.isSample,
  isPublished: item.isPublished,
  locked: item.locked,
});

export const oceanNode = (ocean: Ocean, parent: ClassicNode): ClassicItem => ({
  ...contentOf(ocean),
  type: 'ocean',
  childrenCount: ocean.waveCount,
  extent: many(ocean.waveCount, 'wave'),
  navigateTo: `/oceans/${ocean.id}`,
  parent,
});

export const waveNode = (wave: Wave, parent: ClassicNode): ClassicItem => ({
  ...contentOf(wave),
  type: 'wave',
  childrenCount: wave.dropletCount,
  extent: many(wave.dropletCount, 'droplet'),
  navigateTo: `/waves/${wave.id}`,
  parent,
});

export const dropletNode = (droplet: Droplet, parent: ClassicNode): ClassicItem => ({
  ...contentOf(droplet),
  type: 'droplet',
  childrenCount: 0,
  extent: describeKind(droplet),
  navigateTo: `/droplets/${droplet.id}`,
  parent,
});

/** Texts of the type badge. */
export const TYPE_NAMES = { ocean: 'Ocean', wave: 'Wave', droplet: 'Droplet' } as const;

/** Returns the title of the level below a node of this type. */
export function levelTitle(type: ClassicNode['type']): string {
  if (type === 'root') return 'Categories';
  if (type === 'ocean') return 'Explore Waves';
  return type === 'wave' ? 'Explore Droplets' : 'Explore Further';
}

/** Checks whether the media dialog can play an item. A text or picture has only its own page. */
export const isPlayable = ({ mediaType, mediaUrl }: Pick<ClassicItem, 'mediaType' | 'mediaUrl'>): boolean =>
  Boolean(mediaUrl) && (mediaType === 'video' || mediaType === 'audio');
