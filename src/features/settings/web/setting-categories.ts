import type { SettingCategory } from '../contract.ts';

/** The tabs of the page, in their order. */
export const CATEGORIES: readonly { name: SettingCategory; label: string }[] = [
  { name: 'general', label: 'General' },
  { name: 'branding', label: 'Branding' },
  { name: 'content', label: 'Content' },
  { name: 'footer', label: 'Footer' },
  { name: 'advanced', label: 'Advanced' },
];
