import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';

/** The ocean of a deleted wave, or the wave of a deleted droplet. */
export const TrashParent = z.object({
  type: ItemType,
  title: z.string(),
  /** `exists`; `in-trash`, so that it comes first; or `gone`, so that the item cannot be restored. */
  state: z.enum(['exists', 'in-trash', 'gone']),
  /** Entry to restore first: the parent itself, or the ocean that it was deleted with. */
  within: z.object({ type: ItemType, title: z.string() }).nullable(),
});
export type TrashParent = z.infer<typeof TrashParent>;

/** One deleted item with everything below it. */
export const TrashEntry = z.object({
  id: z.number(),
  type: ItemType,
  itemId: z.number(),
  /** Slug from which the cover is drawn where there is no picture. */
  slug: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  /** Null for oceans. */
  parent: TrashParent.nullable(),
  /** Numbers of the waves, droplets and favorites that were deleted with the item. */
  waves: z.number(),
  droplets: z.number(),
  favorites: z.number(),
  deletedAt: z.iso.datetime(),
  /** Null: the program, or a deleted account. */
  deletedBy: z.object({ id: z.number(), username: z.string() }).nullable(),
  /** Instant from which the item cannot be restored. */
  expiresAt: z.iso.datetime(),
});
export type TrashEntry = z.infer<typeof TrashEntry>;

/** Numbers of the items and favorites in the trash: entries, and what was deleted with them. */
export const TrashTotal = z.object({
  oceans: z.number(),
  waves: z.number(),
  droplets: z.number(),
  favorites: z.number(),
});
export type TrashTotal = z.infer<typeof TrashTotal>;

/** One item that is back. */
export const RestoredItem = z.object({
  type: ItemType,
  id: z.number(),
  title: z.string(),
  waves: z.number(),
  droplets: z.number(),
  favorites: z.number(),
  /** Its new slug where another item has taken the old one. */
  newSlug: z.string().nullable(),
  /** Number of items below it that have new slugs. */
  newSlugsBelow: z.number(),
  /** Another item has taken its position, so it is the last one. */
  isLast: z.boolean(),
});
export type RestoredItem = z.infer<typeof RestoredItem>;
