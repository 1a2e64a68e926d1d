/** Of what the program does for the owner. Apart from the other defaults, because no page needs them. */
export const OWNER_DEFAULTS = {
  'analytics.summary': 'on',
  'backups.days': '2',
  'content.link-checks': 'on',
} as const;

export type OwnerKey = keyof typeof OWNER_DEFAULTS;
