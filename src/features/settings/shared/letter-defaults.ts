/** Defaults of the weekly letter, in a file of their own because no page needs them. */
export const LETTER_DEFAULTS = {
  'letter.offered': 'on',
  'letter.line': '',
  'letter.address': '',
  'letter.per-hour': '500',
} as const;

export type LetterKey = keyof typeof LETTER_DEFAULTS;
