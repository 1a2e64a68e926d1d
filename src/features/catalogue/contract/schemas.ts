import { z } from 'zod';
import { SPEEDS } from './calls.ts';
import { MAX_LANGUAGE_TAG } from './form-schemas.ts';
import { AccessType, DropletMediaType, IntroMediaType } from './kinds.ts';

export const AdditionalResource = z.object({
  title: z.string(),
  url: z.string(),
  /** Its kind, in a word: article, audio, document. */
  type: z.string(),
  /** Minutes. */
  duration: z.number().nullable(),
  /** As people read it, such as `240 KB`. */
  size: z.string().nullable(),
});

/** Captions in another language than the one of `captionsUrl`. */
export const FurtherCaptions = z.object({
  /** A BCP 47 tag. */
  language: z.string(),
  url: z.string(),
});

const content = {
  id: z.number(),
  /** Grows with every change. An editor sends the version that they loaded as `expectedVersion`. */
  version: z.number(),
  /** The owner's order within the parent; ties are broken by id. */
  position: z.number(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Null: the generated cover shows. */
  imageUrl: z.string().nullable(),
  /** Description of the picture, for people who cannot see it. Null: it is decorative. */
  imageAlt: z.string().nullable(),
  /** A tiny WebP in Base64 that shows while the picture loads; null for pictures of other sites. */
  imageBlur: z.string().nullable(),
  /** Null when there is none, and always when `locked`. */
  mediaUrl: z.string().nullable(),
  /** WebVTT for `mediaUrl`; null when `locked`. */
  captionsUrl: z.string().nullable(),
  /** BCP 47 tag of `captionsUrl`; null for the language of the site, and when `locked`. */
  captionsLanguage: z.string().nullable(),
  /** Empty when `locked`. */
  furtherCaptions: z.array(FurtherCaptions),
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
  /** Minutes: the sum of those waves' `totalDuration`. */
  totalDuration: z.number(),
});

export const Wave = z.object({
  ...content,
  oceanId: z.number(),
  mediaType: IntroMediaType,
  /** Minutes, as the owner has typed them. */
  duration: z.number(),
  isSample: z.boolean(),
  /** Droplets that this reader may see. */
  dropletCount: z.number(),
  /** Minutes: the sum of those droplets' durations, or `duration` without any. */
  totalDuration: z.number(),
});

export const Droplet = z.object({
  ...content,
  waveId: z.number(),
  mediaType: DropletMediaType,
  /** Minutes. */
  duration: z.number(),
  isSample: z.boolean(),
});

/** The film offered to a new visitor. Always published, even for a caller who sees drafts. */
export const FirstLesson = Droplet.pick({
  id: true,
  waveId: true,
  slug: true,
  title: true,
  description: true,
  imageUrl: true,
  imageAlt: true,
  imageBlur: true,
  duration: true,
}).extend({ mediaUrl: z.string(), oceanTitle: z.string() });

/*
 * The overview tree, with only the fields of an item that its line shows. A level that is not included is
 * null, and the page fetches each of its lists when the reader opens the branch.
 */

export const TreeDroplet = Droplet.pick({
  id: true,
  title: true,
  duration: true,
  isPublished: true,
  locked: true,
});

export const TreeWave = Wave.pick({
  id: true,
  title: true,
  totalDuration: true,
  isPublished: true,
  locked: true,
  dropletCount: true,
}).extend({ droplets: z.array(TreeDroplet).nullable() });

export const TreeOcean = Ocean.pick({
  id: true,
  slug: true,
  title: true,
  imageUrl: true,
  imageAlt: true,
  isPublished: true,
  locked: true,
  waveCount: true,
  totalDuration: true,
}).extend({ waves: z.array(TreeWave).nullable() });

/** Settings of the player in one browser. */
export const PlayerPreferences = z.object({
  speed: z.literal(SPEEDS),
  muted: z.boolean(),
  captions: z.boolean(),
  /** BCP 47 tag of the chosen captions; when absent, the browser's languages decide. */
  language: z.string().max(MAX_LANGUAGE_TAG).optional(),
});

export type PlayerPreferences = z.infer<typeof PlayerPreferences>;

export type TreeDroplet = z.infer<typeof TreeDroplet>;
export type TreeWave = z.infer<typeof TreeWave>;
export type TreeOcean = z.infer<typeof TreeOcean>;

/** The fields that describe an item's captions. */
export type ItemCaptions = Pick<Droplet, 'captionsUrl' | 'captionsLanguage' | 'furtherCaptions'>;
export type FurtherCaptions = z.infer<typeof FurtherCaptions>;
export type AdditionalResource = z.infer<typeof AdditionalResource>;
export type Ocean = z.infer<typeof Ocean>;
export type Wave = z.infer<typeof Wave>;
export type Droplet = z.infer<typeof Droplet>;
export type FirstLesson = z.infer<typeof FirstLesson>;

/** Items as a reader sees them, by type. */
export interface Items {
  ocean: Ocean;
  wave: Wave;
  droplet: Droplet;
}

/** Facts about a page of search results, in the header `SEARCH_NOTES`. */
export interface SearchNotes {
  /** The query that was searched, when it differs from the typed one. */
  corrected?: string;
  /** Matching words of titles and keywords, in lower case, which the page marks. */
  words: string[];
}
