import { EditedSetting, type Setting, type SettingFields } from '#features/settings/contract/schemas.ts';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';

/** Validates with the contract's schema, so that form and server agree. */
export const settingResolver = zodResolver(EditedSetting);

/** Converts a setting to the values of the form's fields. */
export const fieldsOf = (setting: Setting) => ({ ...setting, description: setting.description ?? '' });

/** Returns the editable parts of a setting. */
export const stateOf = ({ value, category, description }: Setting) => ({ value, category, description });

/** Values typed in a setting's form while it was being saved. */
export type LaterWords = Partial<Pick<SettingFields, 'value' | 'category' | 'description'>>;

/** Compares a form with the sent values; null when nothing was typed since. */
export function laterWordsOf(sent: SettingFields, now: SettingFields): LaterWords | null {
  const names = (['value', 'category', 'description'] as const).filter((name) => now[name] !== sent[name]);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, now[name]]));
}
