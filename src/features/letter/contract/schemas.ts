import { z } from 'zod';
import { TimeZone } from '#platform/http/contract/time-zone.ts';
import { LETTER_ACTIONS } from './calls.ts';

/** Schedule of letters: a day of the week (1 is Monday, 7 Sunday) and an hour in a time zone. */
export const Schedule = z.object({
  day: z.number().int().min(1).max(7),
  hour: z.number().int().min(0).max(23),
  timeZone: TimeZone,
});
export type Schedule = z.infer<typeof Schedule>;

export const Rhythm = z.enum(['weekly', 'monthly', 'paused']);
export type Rhythm = z.infer<typeof Rhythm>;

export const LetterAction = z.enum(LETTER_ACTIONS);
export type LetterAction = z.infer<typeof LetterAction>;

/** A person's letters. */
export const Letter = z.object({
  /** False: the owner of the site sends none. */
  offered: z.boolean(),
  on: z.boolean(),
  day: z.number(),
  hour: z.number(),
  /** Null until the person has chosen one. */
  timeZone: z.string().nullable(),
  rhythm: Rhythm,
  /** Time of the next letter; null while letters are off. */
  nextAt: z.iso.datetime().nullable(),
});
export type Letter = z.infer<typeof Letter>;
