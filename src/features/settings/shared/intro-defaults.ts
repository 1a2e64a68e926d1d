/** Default introductions, in a separate file because only their pages show them. */
export const INTRO_DEFAULTS = {
  'home.intro':
    'Waves are 20-minute deep dives. Droplets are 1-minute micro-lessons. Start wherever you like.',
  'oceans.intro':
    'Choose a topic. Each ocean has waves, which are 20-minute deep dives, and each wave has 1-minute ' +
    'droplets.',
} as const;

export type IntroKey = keyof typeof INTRO_DEFAULTS;
