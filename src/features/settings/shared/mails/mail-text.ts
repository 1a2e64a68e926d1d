/** A word in braces, which the site replaces. */
export interface MailWord {
  /** Meaning of the word. */
  about: string;
  /** Its value in previews. */
  example: string;
  /**
   * `address`: a web address, a button when alone on its line. `code`: large digits. `sentence`: at most one
   * sentence, which the site chooses. Undefined: a few words, which subjects may contain too.
   */
  kind?: 'address' | 'code' | 'sentence';
  /** Reason why the text must contain the word. It completes '{link} has to stay, or …'. */
  needed?: string;
}

/** A mail of the site: its default texts, and their allowed words. */
export interface MailText {
  /** Name in lists. */
  label: string;
  /** Recipient and occasion. */
  about: string;
  subject: string;
  /** Markup: `parse-mail.ts`. */
  text: string;
  /** Label of the button for `{link}`. */
  button: string;
  words: Readonly<Record<string, MailWord>>;
}

/** Words of every mail. */
const COMMON_WORDS = {
  site: { about: 'the site’s name', example: 'Stillwater' },
  email: { about: 'your contact address', example: 'hello@stillwater.example', kind: 'address' },
} as const satisfies Record<string, MailWord>;

export const wordsOf = ({ words }: MailText): Readonly<Record<string, MailWord>> => ({
  ...words,
  ...COMMON_WORDS,
});
