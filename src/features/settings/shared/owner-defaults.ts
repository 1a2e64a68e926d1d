/** Defaults of work that the program does for the owner, in a file of their own: no page needs them. */
export const OWNER_DEFAULTS = {
  'analytics.summary': 'on',
  'backups.days': '2',
  'content.link-checks': 'on',
} as const;

export type OwnerKey = keyof typeof OWNER_DEFAULTS;
