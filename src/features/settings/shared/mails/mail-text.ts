/** A word in braces, which the site replaces. */
export interface MailWord {
  /** Meaning of the word. */
  about: string;
  /** Its value in previews. */
  example: string;
  /**
   * `address`: a web address, alone on its line a button. `code`: large digits. `sentence`: one or none,
   * which the site chooses. Without: a few words, also for the subject.
   */
  kind?: 'address' | 'code' | 'sentence';
  /** The text must have it: the reason, which completes '{link} has to stay, or …'. */
  needed?: string;
}

/** A mail of the site: its default texts, and the words that they may have. */
export interface MailText {
  /** Name in lists. */
  label: string;
  /** Recipient and occasion. */
  about: string;
  subject: string;
  /** Markup: `parse-mail.ts`. */
  text: string;
  /** Label of the button that `{link}` makes. */
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
