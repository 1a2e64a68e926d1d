import type { SettingCategory } from '#features/settings/contract/schemas.ts';

/** Tabs of the settings page, in order. */
export const CATEGORIES: readonly { name: SettingCategory; label: string }[] = [
  { name: 'general', label: 'General' },
  { name: 'branding', label: 'Branding' },
  { name: 'content', label: 'Content' },
  { name: 'footer', label: 'Footer' },
  { name: 'advanced', label: 'Advanced' },
];
