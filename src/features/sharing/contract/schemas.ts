import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';

/** Fields of a published item in a link preview: no more than the public lists. */
export const SharedItem = z.object({
  kind: ItemType,
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  imageUrl: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** Minutes, as the item's page says. */
  duration: z.number(),
  /** Only subscribers may open it. */
  locked: z.boolean(),
  /** Titles of the ocean and the wave that hold it, from the top. */
  within: z.array(z.string()),
});
export type SharedItem = z.infer<typeof SharedItem>;

/** Source: oembed.com, section 2.3. A link carries no frame: this site may not be framed. */
export const Embed = z.object({
  version: z.literal('1.0'),
  type: z.literal('link'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds for which a consumer may keep the response. */
  cache_age: z.number(),
  thumbnail_url: z.string().optional(),
  thumbnail_width: z.number().optional(),
  thumbnail_height: z.number().optional(),
});
export type Embed = z.infer<typeof Embed>;
