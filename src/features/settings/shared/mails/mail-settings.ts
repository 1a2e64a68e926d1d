import { MAIL_NAMES, MAX_MAIL_TEXT, MAX_SUBJECT, type MailKey, mailText } from './mail-texts.ts';

interface MailSetting {
  key: MailKey;
  category: 'content';
  about: string;
  max: number;
  multiline?: boolean;
}

/** The subject and the text of each mail, among the known settings. */
export const MAIL_SETTINGS = MAIL_NAMES.flatMap((name): MailSetting[] => [
  {
    key: `mail.${name}.subject`,
    category: 'content',
    about: `Mail “${mailText(name).label}”: its subject`,
    max: MAX_SUBJECT,
  },
  {
    key: `mail.${name}.text`,
    category: 'content',
    about: `Mail “${mailText(name).label}”: its text`,
    max: MAX_MAIL_TEXT,
    multiline: true,
  },
]);
