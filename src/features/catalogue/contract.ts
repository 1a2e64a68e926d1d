import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';
import { PathId } from '../../platform/http/fields.ts';
import { AccessType, DropletMediaType, IntroMediaType } from './content-schema.ts';

export const ItemType = z.enum(['ocean', 'wave', 'droplet']);

export const AdditionalResource = z.object({
  title: z.string(),
  url: z.string(),
  /** What it is, in a word: article, audio, document. */
  type: z.string(),
  /** Minutes. */
  duration: z.number().nullable(),
  /** As people read it, such as `240 KB`. */
  size: z.string().nullable(),
});

const content = {
  id: z.number(),
  /** Moves with every change: an editor sends the one that they began from as `expectedVersion`. */
  version: z.number(),
  /** The owner's order within the parent; ties are broken by id. */
  position: z.number(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Null: the generated cover stands in. */
  imageUrl: z.string().nullable(),
  /** Null when there is none, and always when `locked`. */
  mediaUrl: z.string().nullable(),
  /** WebVTT for `mediaUrl`; null when `locked`. */
  captionsUrl: z.string().nullable(),
  accessType: AccessType,
  isPublished: z.boolean(),
  keywords: z.array(z.string()),
  /** Empty when `locked`. */
  additionalResources: z.array(AdditionalResource),
  /** Premium, not a sample, and this reader has no subscription. */
  locked: z.boolean(),
};

export const Ocean = z.object({
  ...content,
  mediaType: IntroMediaType,
  /** Waves that this reader may see. */
  waveCount: z.number(),
  /** Minutes: the sum of those waves' durations. */
  totalDuration: z.number(),
});

export const Wave = z.object({
  ...content,
  oceanId: z.number(),
  mediaType: IntroMediaType,
  /** Minutes. */
  duration: z.number(),
  isSample: z.boolean(),
  /** Droplets that this reader may see. */
  dropletCount: z.number(),
});

export const Droplet = z.object({
  ...content,
  waveId: z.number(),
  mediaType: DropletMediaType,
  /** Minutes. */
  duration: z.number(),
  isSample: z.boolean(),
});

/* The overview tree: no more of an item than its line shows. A level that is not included (null) is fetched from its
   own list when the branch is opened. */

export const TreeDroplet = Droplet.pick({ id: true, title: true, duration: true, locked: true });

export const TreeWave = Wave.pick({
  id: true,
  title: true,
  duration: true,
  locked: true,
  dropletCount: true,
}).extend({ droplets: z.array(TreeDroplet).nullable() });

export const TreeOcean = Ocean.pick({
  id: true,
  slug: true,
  title: true,
  imageUrl: true,
  locked: true,
  waveCount: true,
  totalDuration: true,
}).extend({ waves: z.array(TreeWave).nullable() });

export type TreeDroplet = z.infer<typeof TreeDroplet>;
export type TreeWave = z.infer<typeof TreeWave>;
export type TreeOcean = z.infer<typeof TreeOcean>;

export type AdditionalResource = z.infer<typeof AdditionalResource>;
export type ItemType = z.infer<typeof ItemType>;
export type Ocean = z.infer<typeof Ocean>;
export type Wave = z.infer<typeof Wave>;
export type Droplet = z.infer<typeof Droplet>;

const byId = { params: z.object({ id: PathId }) };

export const listOceans = endpoint({
  method: 'GET',
  path: '/api/oceans',
  summary:
    'All oceans, in the owner’s order; `X-Total-Count` says how many there are when a limit cuts the list',
  access: 'anyone',
  kept: true,
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }),
  answers: { 200: z.array(Ocean) },
});

export const getOcean = endpoint({
  method: 'GET',
  path: '/api/oceans/:id',
  summary: 'One ocean',
  access: 'anyone',
  kept: true,
  ...byId,
  answers: { 200: Ocean },
});

export const listWaves = endpoint({
  method: 'GET',
  path: '/api/oceans/:id/waves',
  summary: 'The waves of an ocean, in the owner’s order',
  access: 'anyone',
  kept: true,
  ...byId,
  answers: { 200: z.array(Wave) },
});

export const getWave = endpoint({
  method: 'GET',
  path: '/api/waves/:id',
  summary: 'One wave',
  access: 'anyone',
  kept: true,
  ...byId,
  answers: { 200: Wave },
});

export const listDroplets = endpoint({
  method: 'GET',
  path: '/api/waves/:id/droplets',
  summary: 'The droplets of a wave, in the owner’s order',
  access: 'anyone',
  kept: true,
  ...byId,
  answers: { 200: z.array(Droplet) },
});

export const getDroplet = endpoint({
  method: 'GET',
  path: '/api/droplets/:id',
  summary: 'One droplet',
  access: 'anyone',
  kept: true,
  ...byId,
  answers: { 200: Droplet },
});

export const getTree = endpoint({
  method: 'GET',
  path: '/api/tree',
  summary: 'The hierarchy, level by level, as far down as it fits into one answer',
  access: 'anyone',
  kept: true,
  answers: { 200: z.array(TreeOcean) },
});

export const listKeywords = endpoint({
  method: 'GET',
  path: '/api/explore/keywords',
  summary: 'Keywords of the droplets, the most used first',
  access: 'anyone',
  kept: true,
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).optional() }),
  answers: { 200: z.array(z.string()) },
});

export const exploreDroplets = endpoint({
  method: 'GET',
  path: '/api/explore/droplets',
  summary:
    'Droplets that match a text, a keyword, or both: the best first, then in the owner’s order. Of a long list the `X-Next-Cursor` header carries the `cursor` of the next part',
  access: 'anyone',
  kept: true,
  query: z.object({
    q: z.string().trim().max(200, 'Please search for something shorter').optional(),
    keyword: z
      .string()
      .trim()
      .max(100, 'No keyword is that long')
      .refine((keyword) => !keyword.includes('\0'), 'No keyword contains that')
      .optional(),
    /** Droplets in one answer; without it, 200 at most. */
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: z.string().max(200, 'This is no place in a list').optional(),
  }),
  answers: { 200: z.array(Droplet) },
});
