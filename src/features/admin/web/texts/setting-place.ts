import { knownSetting } from '#features/settings/shared/known-settings.ts';
import { TEXT_GROUPS } from '#features/settings/shared/text-groups.ts';
import { groupTitle, textsHref } from './texts-address.ts';

interface SettingPlace {
  /** The setting's name for people. */
  title: string;
  /** Address and name of the screen that edits it. */
  href: string;
  label: string;
}

/** Finds the screen that edits a setting. */
export function settingPlace(key: string): SettingPlace {
  for (const group of TEXT_GROUPS) {
    const field = group.fields.find((each) => each.key === key);
    if (field)
      return {
        title: `${groupTitle(group)}, ${field.label.toLowerCase()}`,
        href: textsHref(group.name),
        label: 'Edit text',
      };
  }
  const category = knownSetting(key)?.category ?? 'advanced';
  return { title: key, href: `/admin/settings?tab=${category}`, label: 'Open settings' };
}
