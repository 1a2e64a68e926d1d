import { z } from 'zod';
import { Language } from '#features/catalogue/contract/form-schemas.ts';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { MAX_CAPTIONS, MAX_CHARACTERS, MAX_SECONDS } from '#platform/text/captions/limits.ts';
import { tooFast } from '#platform/text/captions/reading-speed.ts';

/** Characters of a cue's id and of its settings. */
const MAX_IN_HEAD = 200;

/** One line without an arrow, which would make it a line of times. */
const Head = z
  .string()
  .max(MAX_IN_HEAD, `Use at most ${MAX_IN_HEAD} characters`)
  .regex(/^[^\r\n\0]*$/, 'Must be one line')
  .refine((value) => !value.includes('-->'), 'This contains a character that is not allowed')
  .default('');

const Time = z.number('Enter a time').min(0, 'Enter a time').max(MAX_SECONDS, 'Use at most 99 hours');

const WrittenCue = z
  .object({
    id: Head,
    start: Time,
    end: Time,
    settings: Head,
    text: z
      .string('Must be text')
      .max(MAX_CHARACTERS, `Use at most ${MAX_CHARACTERS} characters`)
      .refine((value) => value.trim() !== '', 'Enter the words, or delete the caption')
      .refine((value) => !/\0|-->/.test(value), 'This contains a character that is not allowed'),
  })
  .check(({ value, issues }) => {
    const wrong = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value });
    if (value.end <= value.start) wrong('end', 'The caption ends before it begins');
    else {
      const problem = tooFast(value);
      if (problem) wrong('text', problem);
    }
  });

export const WrittenCaptions = z.object({
  type: ItemType,
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  /** Null: the captions of `captionsUrl`. */
  language: Language.nullable(),
  /** The version that the editor loaded. */
  expectedVersion: z.number().int().positive(),
  cues: z
    .array(WrittenCue)
    .min(1, 'Write at least one caption')
    .max(MAX_CAPTIONS, `Use at most ${MAX_CAPTIONS} captions`),
});
export type WrittenCaptions = z.output<typeof WrittenCaptions>;

export const SavedCaptions = z.object({
  url: z.string(),
  /** The item's new version. */
  version: z.number(),
});
