import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';

/** Fields of a published item in a link preview, a subset of those in public lists. */
export const SharedItem = z.object({
  kind: ItemType,
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** Minutes, as on the item's page. */
  duration: z.number(),
  /** Whether only subscribers may open it. */
  locked: z.boolean(),
  /** Titles of the parents, from the ocean down. */
  within: z.array(z.string()),
});
export type SharedItem = z.infer<typeof SharedItem>;

/** Source: oembed.com, section 2.3. A link carries no frame, because this site must not be framed. */
export const Embed = z.object({
  version: z.literal('1.0'),
  type: z.literal('link'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds for which a consumer may cache the response. */
  cache_age: z.number(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});
export type Embed = z.infer<typeof Embed>;
