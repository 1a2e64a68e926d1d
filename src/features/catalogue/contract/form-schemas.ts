import { z } from 'zod';
import { text, WebAddress } from '#platform/http/contract/fields.ts';
import { canonicalLanguage, WRONG_LANGUAGE } from '#platform/text/language-tag.ts';
import { AccessType, DropletMediaType, IntroMediaType } from './kinds.ts';

/*
 * Input of an author for an ocean, a wave or a droplet, with the specification's texts (section 5). Forms and
 * the server check by the same schemas. Nothing here imports the read schemas, so that a form loads little
 * code.
 */

export const DEFAULT_WAVE_DURATION = 20;
export const DEFAULT_DROPLET_DURATION = 1;
/** Characters. */
export const MAX_TITLE = 200;
export const MAX_KEYWORDS = 50;
const MAX_RESOURCES = 50;
const MAX_FURTHER_CAPTIONS = 20;
/** Characters. A screen reader reads the text as a whole, and its user cannot skip within it. */
const MAX_ALT = 300;
/** Of a language tag (RFC 5646, section 4.4.1). */
export const MAX_LANGUAGE_TAG = 35;

/** One line: line breaks and runs of spaces become a space. */
const oneLine = (value: string) => value.normalize('NFC').replace(/\s+/gu, ' ');

const Title = text(MAX_TITLE, 'Title must be at least 3 characters', oneLine).min(
  3,
  'Title must be at least 3 characters',
);

const Description = text(5000, 'Description must be at least 10 characters').min(
  10,
  'Description must be at least 10 characters',
);

/** Empty becomes null. */
export const OptionalAddress = z
  .union([z.literal(''), z.null(), WebAddress], 'Must be a valid URL')
  .transform((value) => value || null);

/** Lower-case letters, digits and single hyphens, in any script. Empty: made from the title. */
const Slug = text(100, 'Must be text')
  .refine(
    (value) =>
      value === '' || /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(-[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)*$/u.test(value),
    'Use lowercase letters, numbers and single hyphens',
  )
  .nullable()
  .transform((value) => value || undefined);

const Keyword = text(50, 'Must be text', oneLine);

/**
 * A list, or a text with commas. Splits and trims it, and removes empty entries and repetitions in any case.
 */
const Keywords = z
  .union([z.string(), z.array(z.string())], 'Must be a list, or text separated by commas')
  .transform((given) => {
    const words = [given].flat().flatMap((part) => part.split(','));
    const byKey = new Map<string, string>();
    for (const word of words.map((part) => oneLine(part.trim()))) {
      const key = word.toLowerCase();
      if (word !== '' && !byKey.has(key)) byKey.set(key, word);
    }
    return [...byKey.values()];
  })
  .pipe(z.array(Keyword).max(MAX_KEYWORDS, `Use at most ${MAX_KEYWORDS} keywords`));

const Duration = z
  .number('Duration must be a whole number of minutes')
  .min(1, { error: 'Duration must be at least 1 minute', abort: true })
  .max(100_000, { error: 'Use at most 100,000 minutes', abort: true })
  .int('Duration must be a whole number of minutes');

const Flag = z.boolean('Must be true or false');

/** Empty becomes null. */
const OptionalText = (max: number) =>
  text(max, 'Must be text')
    .nullable()
    .transform((value) => value || null);

const ResourceInput = z.object({
  title: text(200, 'Title is required', oneLine).min(1, 'Title is required'),
  url: WebAddress,
  /** Its kind, in a word. */
  type: text(50, 'Must be text')
    .transform((value) => value || 'link')
    .default('link'),
  duration: Duration.nullable().default(null),
  size: OptionalText(50).default(null),
});

const Resources = z
  .array(ResourceInput, 'Must be a list')
  .max(MAX_RESOURCES, `Use at most ${MAX_RESOURCES} resources`);

/** A BCP 47 tag, in its canonical form. */
export const Language = text(MAX_LANGUAGE_TAG, WRONG_LANGUAGE)
  .refine((tag) => canonicalLanguage(tag) !== null, WRONG_LANGUAGE)
  .overwrite((tag) => canonicalLanguage(tag) ?? tag);

/** Empty becomes null. */
export const OptionalLanguage = z
  .union([z.literal(''), z.null(), Language], WRONG_LANGUAGE)
  .transform((value) => value || null);

/** A list of captions in further languages, with each language once. */
export const furtherCaptions = <Entry extends z.ZodType<{ language: string }>>(entry: Entry) =>
  z
    .array(entry, 'Must be a list')
    .max(MAX_FURTHER_CAPTIONS, `Use at most ${MAX_FURTHER_CAPTIONS} further languages`)
    .refine(
      (list) => new Set(list.map(({ language }) => language)).size === list.length,
      'Each language can have captions once',
    );

const FurtherCaptions = furtherCaptions(z.object({ language: Language, url: WebAddress }));

/** One line. Empty becomes null. */
const ImageAlt = text(MAX_ALT, 'Must be text')
  .overwrite(oneLine)
  .nullable()
  .transform((value) => value || null);

const ParentId = (missing: string) =>
  z
    .number(missing)
    .int(missing)
    .positive(missing)
    .max(2 ** 52, missing);

/* Fields without defaults, for changes. */

const common = {
  title: Title,
  description: Description,
  imageAlt: ImageAlt,
  captionsUrl: OptionalAddress,
  captionsLanguage: OptionalLanguage,
  furtherCaptions: FurtherCaptions,
  accessType: AccessType,
  isPublished: Flag,
  slug: Slug,
  keywords: Keywords,
  additionalResources: Resources,
};
const ocean = { ...common, imageUrl: WebAddress, mediaType: IntroMediaType, mediaUrl: OptionalAddress };
const wave = { ...ocean, oceanId: ParentId('Choose an ocean'), duration: Duration, isSample: Flag };
const droplet = {
  ...common,
  waveId: ParentId('Choose a wave'),
  imageUrl: OptionalAddress,
  mediaType: DropletMediaType,
  mediaUrl: WebAddress,
  duration: Duration,
  isSample: Flag,
};

/* Fields with defaults, for new items. */

const commonDefaults = {
  imageAlt: ImageAlt.default(null),
  captionsUrl: OptionalAddress.default(null),
  captionsLanguage: OptionalLanguage.default(null),
  furtherCaptions: FurtherCaptions.default([]),
  accessType: AccessType.default('premium'),
  isPublished: Flag.default(false),
  slug: Slug.optional(),
  keywords: Keywords.default([]),
  additionalResources: Resources.default([]),
};
const introDefaults = { mediaType: IntroMediaType.default('none'), mediaUrl: OptionalAddress.default(null) };

export const NewOcean = z.object({ ...ocean, ...commonDefaults, ...introDefaults });
export const NewWave = z.object({
  ...wave,
  ...commonDefaults,
  ...introDefaults,
  duration: Duration.default(DEFAULT_WAVE_DURATION),
  isSample: Flag.default(false),
});
export const NewDroplet = z.object({
  ...droplet,
  ...commonDefaults,
  imageUrl: OptionalAddress.default(null),
  mediaType: DropletMediaType.default('video'),
  duration: Duration.default(DEFAULT_DROPLET_DURATION),
  isSample: Flag.default(false),
});

/** The item's `version` that the editor loaded. Without it, the last save wins. */
const expectedVersion = z
  .number('Must be a number')
  .int('Must be a number')
  .positive('Must be a number')
  .optional();

export const OceanChange = z.object(ocean).partial().extend({ expectedVersion });
export const WaveChange = z.object(wave).partial().extend({ expectedVersion });
export const DropletChange = z.object(droplet).partial().extend({ expectedVersion });

/** Keywords to add or to remove. */
export const SomeKeywords = Keywords.refine((list) => list.length > 0, 'Enter at least one keyword');

export type NewOcean = z.output<typeof NewOcean>;
export type NewWave = z.output<typeof NewWave>;
export type NewDroplet = z.output<typeof NewDroplet>;
