import { knownSetting } from './known-settings.ts';
import { groupOfSetting, groupTitle } from './text-groups.ts';

/** Names a setting as the screen that edits it does: the Settings page by its key, others by a title. */
export function settingTitle(key: string): string {
  const group = groupOfSetting(key);
  const field = group?.fields.find((each) => each.key === key);
  if (group && field) return `${groupTitle(group)}, ${field.label.toLowerCase()}`;
  return knownSetting(key)?.page?.title ?? key;
}
