import { z } from 'zod';
import { MOTIONS, TEXT_SIZES, THEMES } from './calls.ts';

/** A reader's choices of how the site looks. */
export const Comfort = z.object({
  theme: z.literal(THEMES),
  text: z.literal(TEXT_SIZES),
  motion: z.literal(MOTIONS),
  /** Whether films start with captions. */
  captions: z.boolean(),
});
export type Comfort = z.infer<typeof Comfort>;
