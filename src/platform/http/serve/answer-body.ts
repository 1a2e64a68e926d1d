import { Readable } from 'node:stream';
import type { z } from 'zod';

/**
 * The body that is sent: what the schema lets through, or nothing without one. A text that is made while it
 * is sent goes unchecked.
 */
export const answerBody = (schema: z.ZodType | null | undefined, made: unknown): unknown =>
  isInParts(made) ? Readable.from(made) : schema?.parse(made);

const isInParts = (made: unknown): made is AsyncIterable<string> =>
  typeof made === 'object' && made !== null && Symbol.asyncIterator in made;
