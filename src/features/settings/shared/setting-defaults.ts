/** Specification, section 3: what stands where a setting is absent. */
export const SETTING_DEFAULTS = {
  'site.title': 'Stillwater',
  'site.description': 'A calming approach to mindful learning',
  'site.logo': '/logo.svg',
  'hero.title': 'Begin Your Learning Journey',
  'hero.subtitle': 'Discover a peaceful way to expand your knowledge',
  'contact.email': 'hello@stillwater.example',
  'footer.tagline': 'Calm, structured learning for your mind.',
  'landing.citations': '',
} as const;

/** The keys that the site reads. Any other key is kept and shows nowhere. */
export type SettingKey = keyof typeof SETTING_DEFAULTS;
