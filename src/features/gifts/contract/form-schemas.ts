import { z } from 'zod';
import { EmailAddress } from '#features/signups/contract/schemas.ts';
import { text } from '#platform/http/contract/fields.ts';
import { normalizeCode } from '../shared/gift-code.ts';
import { MAX_WORD } from './admin-calls.ts';
import { MAX_CODE_LENGTH } from './calls.ts';

const MAX_MONTHS = 60;
const MAX_USES = 10_000;
const MAX_INVITATIONS = 200;

const whole = (max: number, error: string) =>
  z
    .number(error)
    .int(error)
    .min(1, error)
    .max(max, `Use at most ${max.toLocaleString('en')}`);

/** The readable beginning of a code. Random letters follow it, so that nobody guesses a code. */
const Word = text(MAX_WORD).regex(/^[A-Za-z0-9 -]*$/, 'Use the letters A to Z and digits');

const Invitations = z
  .array(EmailAddress)
  .max(MAX_INVITATIONS, `Send at most ${MAX_INVITATIONS} invitations at once`);

/** A new code. Its end must be after the time of the call. */
export const NewGiftCode = z
  .object({
    word: Word.default(''),
    months: whole(MAX_MONTHS, 'Enter a number of months'),
    uses: whole(MAX_USES, 'Enter a number of uses'),
    endsAt: z.iso
      .datetime({ offset: true, error: 'Choose a day', abort: true })
      .refine((at) => Date.parse(at) > Date.now(), 'Choose a day in the future')
      .refine((at) => Date.parse(at) < Date.UTC(2100, 0), 'Choose a day in this century'),
    invitations: Invitations.default([]),
    /** Idempotency key from the form: a repeated call makes no second code. */
    key: text(60).min(8),
  })
  .refine(({ uses, invitations }) => invitations.length <= uses, {
    path: ['invitations'],
    message: 'There are more addresses than uses',
  });
export type NewGiftCode = z.infer<typeof NewGiftCode>;

export const RedeemForm = z.object({
  code: text(MAX_CODE_LENGTH, 'Enter the code').refine(
    (code) => normalizeCode(code) !== '',
    'Enter the code',
  ),
});
