import { z } from 'zod';

export const UNKNOWN_ZONE = 'Choose a time zone of the list';

/** An IANA time zone that this program knows, in its canonical spelling. */
export const TimeZone = z
  .string(UNKNOWN_ZONE)
  .max(64, UNKNOWN_ZONE)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, UNKNOWN_ZONE)
  .transform((name, context) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    } catch {
      context.issues.push({ code: 'custom', message: UNKNOWN_ZONE, input: name });
      return z.NEVER;
    }
  });
