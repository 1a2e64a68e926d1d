import { z } from 'zod';
import { REDEMPTIONS_OF_CALLER } from '#features/signups/contract/rate-limits.ts';
import { EmailAddress, LinkToken } from '#features/signups/contract/schemas.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import type { RequestLimit } from '#platform/http/contract/rate-limit.ts';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import * as calls from './calls.ts';
import { Letter, LetterAction, Rhythm, Schedule } from './schemas.ts';

const ASKS_OF_CALLER: RequestLimit = {
  name: 'letter-ask:ip',
  max: 20,
  window: HOUR,
  by: ['caller'],
};

/** Limit of confirmation mails, against floods of a stranger's mailbox. */
export const ASKS_FOR_MAILBOX: RequestLimit = {
  name: 'letter-ask:mailbox',
  max: 3,
  window: DAY,
  by: ['mailbox.email'],
};

const LINKS_OF_CALLER: RequestLimit = {
  name: 'letter-link:ip',
  max: 120,
  window: 15 * MINUTE,
  by: ['caller'],
};

export const getLetter = endpoint(calls.getLetter, {
  summary: 'The reader’s weekly letter: whether and when it comes',
  answers: { 200: Letter },
});

export const setLetter = endpoint(calls.setLetter, {
  summary: 'Turn the weekly letter on or off, and choose when it comes. It goes to the confirmed address',
  body: Schedule.extend({ on: z.boolean(), rhythm: Rhythm.default('weekly') }),
  answers: { 200: Letter },
});

export const askForLetter = endpoint(calls.askForLetter, {
  summary: 'Ask for the weekly letter without an account: a link that confirms it is mailed to the address',
  limits: [ASKS_OF_CALLER, ASKS_FOR_MAILBOX],
  body: Schedule.extend({ email: EmailAddress }),
  answers: { 200: z.object({ status: z.literal('link-sent') }) },
});

export const confirmLetter = endpoint(calls.confirmLetter, {
  summary: 'Redeem the link that confirms the weekly letter, once, within 24 hours',
  limits: [REDEMPTIONS_OF_CALLER],
  body: Schedule.extend({ token: LinkToken }),
  answers: { 200: Letter },
});

export const useLetterLink = endpoint(calls.useLetterLink, {
  summary: 'Stop, pause for four weeks, make monthly or start the letters, by the token of a letter’s link',
  limits: [LINKS_OF_CALLER],
  body: z.object({ token: LinkToken, action: LetterAction }),
  answers: { 200: Letter },
});

export const stopInOneClick = endpoint(calls.stopInOneClick, {
  summary: 'Stop the letters from a mail program (RFC 8058). The body is not read',
  bodyLimit: 4096,
  query: z.object({ token: LinkToken }),
  answers: { 204: null },
});
