import type { SettingCategory } from '../contract.ts';
import type { SettingKey } from './setting-defaults.ts';

export interface KnownSetting {
  key: SettingKey;
  /** The tab where it is looked for. */
  category: SettingCategory;
  /** Where it shows, for the administrator. */
  about: string;
  /** The longest value, in characters. */
  max: number;
  /** Line breaks mean something in it. */
  multiline?: boolean;
}

/** What an administrator may set, in the order of the site from its head to its foot. */
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
    max: 254,
  },
  {
    key: 'site.logo',
    category: 'branding',
    about:
      'The logo: a web address, a picture as data:image/…, or the name of a file in the assets folder. With /logo.svg, the title stands as a wordmark',
    max: 64_000,
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
    key: 'landing.citations',
    category: 'content',
    about:
      'The three citations of the landing page: a JSON list of {"text", "source", "url"}, in the order of the carousel',
    max: 8_000,
    multiline: true,
  },
  {
    key: 'footer.tagline',
    category: 'footer',
    about: 'The line under the logo at the foot of every page',
    max: 200,
  },
];

export const knownSetting = (key: string): KnownSetting | undefined =>
  KNOWN_SETTINGS.find((setting) => setting.key === key);
