import { knownSetting } from './known-settings.ts';
import { groupOfSetting, groupTitle } from './text-groups.ts';

/**
 * Returns a setting's name on the screen that edits it: the Settings page shows the key, other screens a
 * title.
 */
export function settingTitle(key: string): string {
  const group = groupOfSetting(key);
  const field = group?.fields.find((each) => each.key === key);
  if (group && field) return `${groupTitle(group)}, ${field.label.toLowerCase()}`;
  return knownSetting(key)?.page?.title ?? key;
}
