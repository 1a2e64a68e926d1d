import { knownSetting } from '#features/settings/shared/known-settings.ts';
import { groupOfSetting } from '#features/settings/shared/text-groups.ts';
import { textsHref } from './texts-address.ts';

/** Finds the screen that edits a setting, and the label of its link. */
export function settingScreen(key: string): { href: string; label: string } {
  const group = groupOfSetting(key);
  if (group) return { href: textsHref(group.name), label: 'Edit text' };
  const { page, category = 'advanced' } = knownSetting(key) ?? {};
  if (page) return { href: page.href, label: `Change ${page.title.toLowerCase()}` };
  return { href: `/admin/settings?tab=${category}`, label: 'Open settings' };
}
