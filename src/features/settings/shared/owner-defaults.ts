/** Defaults of the weekly letter and of the owner's tasks, in a separate file because no page needs them. */
export const OWNER_DEFAULTS = {
  'letter.offered': 'on',
  'letter.line': '',
  'letter.address': '',
  'letter.per-hour': '500',
  'analytics.summary': 'on',
  'backups.days': '2',
  'content.link-checks': 'on',
} as const;
