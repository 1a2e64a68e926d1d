/** Values of missing settings (specification, section 3). */
export const SETTING_DEFAULTS = {
  'site.title': 'Stillwater',
  'site.description': 'A calming approach to mindful learning',
  'site.logo': '/logo.svg',
  'hero.title': 'Begin Your Learning Journey',
  'hero.subtitle': 'Discover a peaceful way to expand your knowledge',
  'contact.email': 'hello@stillwater.example',
  'footer.tagline': 'Calm, structured learning for your mind.',
  'landing.citations': '',
  'site.sharing': 'on',
  'search.synonyms': '',
  'subscription.price': '20.00',
  'subscription.yearly-price': 'off',
} as const;

/** Keys that the site reads. Other keys are stored and have no effect. */
export type SettingKey = keyof typeof SETTING_DEFAULTS;
