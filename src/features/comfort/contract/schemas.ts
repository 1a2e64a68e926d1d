import { z } from 'zod';
import { MOTIONS, TEXT_SIZES, THEMES } from './calls.ts';

/** A reader's choices for looking at the site. */
export const Comfort = z.object({
  theme: z.literal(THEMES),
  text: z.literal(TEXT_SIZES),
  motion: z.literal(MOTIONS),
  /** Whether films begin with captions. */
  captions: z.boolean(),
});
export type Comfort = z.infer<typeof Comfort>;
