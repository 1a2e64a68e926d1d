import { MAX_EMAIL_LENGTH } from '#features/signups/contract/calls.ts';
import { MAX_SETTING_VALUE } from '../contract/calls.ts';
import type { SettingCategory } from '../contract/schemas.ts';
import { BLURB_DEFAULTS } from './blurb-defaults.ts';
import { CALENDAR_DEFAULTS, TIME_ZONE } from './calendar-defaults.ts';
import { INTRO_DEFAULTS } from './intro-defaults.ts';
import { MAIL_SETTINGS } from './mails/mail-settings.ts';
import { MAIL_DEFAULTS } from './mails/mail-texts.ts';
import { OWNER_DEFAULTS } from './owner-defaults.ts';
import { PAGE_TEXTS, type PageTextKey } from './page-texts/page-texts.ts';
import { SETTING_DEFAULTS } from './setting-defaults.ts';

const DEFAULTS = {
  ...SETTING_DEFAULTS,
  ...INTRO_DEFAULTS,
  ...BLURB_DEFAULTS,
  ...PAGE_TEXTS,
  ...CALENDAR_DEFAULTS,
  ...OWNER_DEFAULTS,
  ...MAIL_DEFAULTS,
};

export type KnownKey = keyof typeof DEFAULTS;

export interface KnownSetting {
  key: KnownKey;
  /** Tab in the administration. */
  category: SettingCategory;
  /** Help text for administrators. */
  about: string;
  /** Maximum length of a value, in characters. */
  max: number;
  /** Line breaks are significant. */
  multiline?: boolean;
  /** The value may have the markup of rich-text.ts. */
  markup?: boolean;
  /** The page that changes this setting, instead of the form for settings, and the setting's name there. */
  page?: { href: string; title: string };
}

/** The page that changes prices. It shows which members a change affects. */
const PRICE_PAGE = '/admin/subscriptions/price';

const MAX_PAGE_TEXT = 30_000;

const pageText = (key: PageTextKey, about: string): KnownSetting => ({
  key,
  category: 'content',
  about,
  max: MAX_PAGE_TEXT,
  multiline: true,
  markup: true,
});

/** Settings that the site reads, in the order of the page from top to bottom. */
export const KNOWN_SETTINGS: readonly KnownSetting[] = [
  {
    key: 'site.title',
    category: 'general',
    about: 'The name in the header, the footer and the browser tab',
    max: 80,
  },
  {
    key: 'site.description',
    category: 'general',
    about: 'The sentence that search engines and previews show',
    max: 300,
  },
  {
    key: 'contact.email',
    category: 'general',
    about: 'The address on the Contact page',
    max: MAX_EMAIL_LENGTH,
  },
  {
    key: 'site.sharing',
    category: 'general',
    about:
      'on or off: Share buttons, link previews, the feed of new droplets, and whether search engines may ' +
      'list the site',
    max: 3,
  },
  {
    key: TIME_ZONE,
    category: 'general',
    about:
      'The time zone in which items go live and are taken down, such as America/New_York. Until it is set, ' +
      'it is that of your browser',
    max: 64,
  },
  {
    key: 'search.synonyms',
    category: 'advanced',
    about:
      'Words that mean the same in the search: a group on each line, its words between commas, such as ' +
      'sleep, insomnia, night',
    max: 8_000,
    multiline: true,
  },
  {
    key: 'subscription.price',
    category: 'general',
    about: 'What a new subscriber pays each month, in US dollars. Existing subscribers keep their price',
    max: 7,
    page: { href: PRICE_PAGE, title: 'Monthly price' },
  },
  {
    key: 'subscription.yearly-price',
    category: 'general',
    about: 'What a new subscriber pays who pays each year, or off: there is no yearly plan',
    max: 7,
    page: { href: PRICE_PAGE, title: 'Yearly price' },
  },
  {
    key: 'letter.offered',
    category: 'general',
    about: 'on or off: the weekly letter, one lesson by mail for people who ask for it',
    max: 3,
  },
  {
    key: 'letter.line',
    category: 'general',
    about: 'Your own line in the weekly letter, under the lesson',
    max: 300,
  },
  {
    key: 'letter.address',
    category: 'general',
    about: 'Your postal address at the foot of the weekly letter. Many countries require one',
    max: 200,
  },
  {
    key: 'letter.per-hour',
    category: 'general',
    about: 'The most letters and invitations in an hour. Ask your mail provider how many it takes',
    max: 6,
  },
  {
    key: 'analytics.summary',
    category: 'advanced',
    about: 'on or off: a mail to administrators each Monday about what was used in the week before',
    max: 3,
  },
  {
    key: 'backups.days',
    category: 'advanced',
    about:
      'Days after which a missing backup is a problem on the Health page. 0: backups are made in another ' +
      'way than by npm run backup',
    max: 3,
  },
  {
    key: 'content.link-checks',
    category: 'advanced',
    about: 'on or off: whether the server asks each link of the content once a week if it still answers',
    max: 3,
  },
  {
    key: 'site.logo',
    category: 'branding',
    about:
      'The logo: an uploaded image, a web address, an image as data:image/…, or the name of a file in the ' +
      'assets folder. With /logo.svg, the title is shown as a wordmark',
    max: MAX_SETTING_VALUE,
  },
  {
    key: 'hero.title',
    category: 'content',
    about: 'The headline of the landing page',
    max: 120,
  },
  {
    key: 'hero.subtitle',
    category: 'content',
    about: 'The line under the headline of the landing page',
    max: 300,
  },
  {
    key: 'landing.droplets',
    category: 'content',
    about: 'What the landing page says about droplets',
    max: 300,
  },
  { key: 'landing.waves', category: 'content', about: 'What the landing page says about waves', max: 300 },
  {
    key: 'landing.oceans',
    category: 'content',
    about: 'What the landing page says about oceans',
    max: 300,
  },
  {
    key: 'landing.citations',
    category: 'content',
    about:
      'The three citations of the landing page: ' +
      'a JSON list of {"text", "source", "url"}, in the order of the carousel',
    max: 8_000,
    multiline: true,
  },
  {
    key: 'home.intro',
    category: 'content',
    about: 'The introduction of the home page',
    max: 300,
  },
  {
    key: 'oceans.intro',
    category: 'content',
    about: 'The introduction of Knowledge Oceans',
    max: 300,
  },
  { key: 'about.intro', category: 'content', about: 'The first line of the About page', max: 300 },
  pageText('about.text', 'About: mission and method'),
  pageText('about.founder', 'About: the founder'),
  pageText('about.values', 'About: what the site values'),
  { key: 'contact.intro', category: 'content', about: 'The first line of the Contact page', max: 300 },
  pageText('contact.text', 'Contact: what stands above the address'),
  pageText('contact.help', 'Contact: what stands below the address'),
  pageText('terms.text', 'The terms of service'),
  pageText('privacy.text', 'The privacy policy. It must match what the site does with data'),
  {
    key: 'footer.tagline',
    category: 'footer',
    about: 'The line under the logo at the foot of every page',
    max: 200,
  },
  ...MAIL_SETTINGS,
];

export const knownSetting = (key: string): KnownSetting | undefined =>
  KNOWN_SETTINGS.find((setting) => setting.key === key);

/** Returns the default of a setting; empty for settings without one. */
export const defaultOf = (key: string): string => {
  const known = knownSetting(key);
  return known ? DEFAULTS[known.key] : '';
};
