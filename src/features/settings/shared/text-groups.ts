import type { KnownKey } from './known-settings.ts';
import { MAIL_NAMES, type MailName, mailText } from './mails/mail-texts.ts';

/** Preview of a group of texts: a page as a visitor sees it, a mail, or the weekly letter. */
type TextPreview =
  | { is: 'page'; path: string; entered: boolean }
  | { is: 'mail'; name: MailName }
  | { is: 'letter' };

/** Texts that are edited together, because one page or mail shows them. */
export interface TextGroup {
  /** Part of the address of its screen. */
  name: string;
  section: TextSection;
  label: string;
  /** Pages that show the texts, or recipients. */
  about: string;
  fields: readonly { key: KnownKey; label: string }[];
  preview: TextPreview;
}

export const TEXT_SECTIONS = ['Landing', 'Welcome', 'Mails', 'Pages'] as const;
type TextSection = (typeof TEXT_SECTIONS)[number];

const LANDING = { is: 'page', path: '/', entered: false } as const;

/** The owner's texts, in the order of the screen. */
export const TEXT_GROUPS: readonly TextGroup[] = [
  {
    name: 'landing',
    section: 'Landing',
    label: 'Headline',
    about: 'The first that a visitor reads.',
    fields: [
      { key: 'hero.title', label: 'Headline' },
      { key: 'hero.subtitle', label: 'Intro line' },
    ],
    preview: LANDING,
  },
  {
    name: 'landing-levels',
    section: 'Landing',
    label: 'Below the form',
    about: 'What droplets, waves and oceans are.',
    fields: [
      { key: 'landing.droplets', label: 'Droplets' },
      { key: 'landing.waves', label: 'Waves' },
      { key: 'landing.oceans', label: 'Oceans' },
    ],
    preview: LANDING,
  },
  {
    name: 'landing-citations',
    section: 'Landing',
    label: 'Citations',
    about: 'The three citations at the end of the landing page.',
    fields: [{ key: 'landing.citations', label: 'Citations' }],
    preview: LANDING,
  },
  {
    name: 'home',
    section: 'Welcome',
    label: 'Home',
    about: 'What somebody reads who has entered.',
    fields: [{ key: 'home.intro', label: 'Introduction' }],
    preview: { is: 'page', path: '/', entered: true },
  },
  {
    name: 'oceans',
    section: 'Welcome',
    label: 'Knowledge Oceans',
    about: 'The line above all oceans.',
    fields: [{ key: 'oceans.intro', label: 'Introduction' }],
    preview: { is: 'page', path: '/app', entered: true },
  },
  ...MAIL_NAMES.map(
    (name): TextGroup => ({
      name: `mail-${name}`,
      section: 'Mails',
      label: mailText(name).label,
      about: mailText(name).about,
      fields: [
        { key: `mail.${name}.subject`, label: 'Subject' },
        { key: `mail.${name}.text`, label: 'Text' },
      ],
      preview: { is: 'mail', name },
    }),
  ),
  {
    name: 'letter',
    section: 'Mails',
    label: 'Weekly letter',
    about: 'To people who asked for one lesson a week. The lesson has its own words.',
    fields: [
      { key: 'letter.line', label: 'Your line under the lesson' },
      { key: 'letter.address', label: 'Your postal address' },
    ],
    preview: { is: 'letter' },
  },
  {
    name: 'about',
    section: 'Pages',
    label: 'About',
    about: 'Who makes the site, and why.',
    fields: [
      { key: 'about.intro', label: 'First line' },
      { key: 'about.text', label: 'Mission and method' },
      { key: 'about.founder', label: 'The founder' },
      { key: 'about.values', label: 'Values' },
    ],
    preview: { is: 'page', path: '/about', entered: false },
  },
  {
    name: 'contact',
    section: 'Pages',
    label: 'Contact',
    about: 'How people reach you.',
    fields: [
      { key: 'contact.intro', label: 'First line' },
      { key: 'contact.email', label: 'Address' },
      { key: 'contact.text', label: 'Above the address' },
      { key: 'contact.help', label: 'Below the address' },
    ],
    preview: { is: 'page', path: '/contact', entered: false },
  },
  {
    name: 'terms',
    section: 'Pages',
    label: 'Terms',
    about: 'The terms of service.',
    fields: [{ key: 'terms.text', label: 'Terms' }],
    preview: { is: 'page', path: '/terms-privacy', entered: false },
  },
  {
    name: 'privacy',
    section: 'Pages',
    label: 'Privacy',
    about: 'The privacy policy. It must match what the site does with data.',
    fields: [{ key: 'privacy.text', label: 'Privacy' }],
    preview: { is: 'page', path: '/terms-privacy', entered: false },
  },
  {
    name: 'every-page',
    section: 'Pages',
    label: 'Every page',
    about: 'The name, and the line at the foot of every page.',
    fields: [
      { key: 'site.title', label: 'Name' },
      { key: 'site.description', label: 'Sentence for search engines' },
      { key: 'footer.tagline', label: 'Line at the foot' },
    ],
    preview: { is: 'page', path: '/about', entered: false },
  },
];

export const textGroup = (name: string): TextGroup | undefined =>
  TEXT_GROUPS.find((group) => group.name === name);

/** Finds the group in which a setting is edited; undefined for settings of other screens. */
export const groupOfSetting = (key: string): TextGroup | undefined =>
  TEXT_GROUPS.find(({ fields }) => fields.some((field) => field.key === key));

/** Returns the heading of a group of texts. */
export const groupTitle = ({ section, label }: TextGroup): string =>
  `${section === 'Mails' ? 'Mail' : section}: ${label}`;
