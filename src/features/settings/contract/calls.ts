import type { Call } from '#platform/http/contract/call.ts';

/** Limit in characters, because every page contains the settings. The longest is a logo as a data URL. */
export const MAX_SETTING_VALUE = 64_000;

export const listSettings = {
  method: 'GET',
  path: '/api/settings',
  access: 'anyone',
  cacheable: true,
} as const satisfies Call;

export const listSettingsOfCategory = {
  method: 'GET',
  path: '/api/settings/category/:category',
  access: 'anyone',
  cacheable: true,
} as const satisfies Call;

export const getSetting = {
  method: 'GET',
  path: '/api/settings/:key',
  access: 'anyone',
  cacheable: true,
} as const satisfies Call;

/** Address of the frame that previews a page or a mail with unsaved texts. It is the target of a form. */
export const PREVIEW_PATH = '/admin/texts/preview';
