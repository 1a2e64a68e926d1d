/** Texts of the landing page about the three levels. */
export const BLURB_DEFAULTS = {
  'landing.droplets':
    '1-minute micro-lessons. One idea and one thing to try, mostly on video. Short enough for any ' +
    'break.',
  'landing.waves':
    '20-minute deep dives. A few droplets that build on each other, ' +
    'for when you have a little more time.',
  'landing.oceans': 'Broad topics such as focus, rest and breath. Come back to them as often as you like.',
} as const;

export type BlurbKey = keyof typeof BLURB_DEFAULTS;
