import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';

/** The ocean of a deleted wave, or the wave of a deleted droplet. */
export const TrashParent = z.object({
  type: ItemType,
  title: z.string(),
  /** `exists`; `in-trash`: it must be restored first; `gone`: the item cannot be restored. */
  state: z.enum(['exists', 'in-trash', 'gone']),
  /** Entry to restore first: the parent itself, or the ocean it was deleted with. */
  within: z.object({ type: ItemType, title: z.string() }).nullable(),
});
export type TrashParent = z.infer<typeof TrashParent>;

/** A deleted item with everything below it. */
export const TrashEntry = z.object({
  id: z.number(),
  type: ItemType,
  itemId: z.number(),
  /** Slug for the generated cover, where there is no picture. */
  slug: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  /** Null for oceans. */
  parent: TrashParent.nullable(),
  /** Numbers of waves, droplets and favorites deleted with the item. */
  waves: z.number(),
  droplets: z.number(),
  favorites: z.number(),
  deletedAt: z.iso.datetime(),
  /** Null: the program, or a deleted account. */
  deletedBy: z.object({ id: z.number(), username: z.string() }).nullable(),
  /** Instant after which the item cannot be restored. */
  expiresAt: z.iso.datetime(),
});
export type TrashEntry = z.infer<typeof TrashEntry>;

/** Numbers of items and favorites in the trash: entries, and the items deleted with them. */
export const TrashTotal = z.object({
  oceans: z.number(),
  waves: z.number(),
  droplets: z.number(),
  favorites: z.number(),
});
export type TrashTotal = z.infer<typeof TrashTotal>;

/** A restored item. */
export const RestoredItem = z.object({
  type: ItemType,
  id: z.number(),
  title: z.string(),
  waves: z.number(),
  droplets: z.number(),
  favorites: z.number(),
  /** Its new slug when another item uses the old one. */
  newSlug: z.string().nullable(),
  /** Number of items below it with new slugs. */
  newSlugsBelow: z.number(),
  /** Whether the item is now the last one, because another item has its old position. */
  isLast: z.boolean(),
});
export type RestoredItem = z.infer<typeof RestoredItem>;
