import { EditedSetting, type Setting, type SettingFields } from '#features/settings/contract/schemas.ts';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';

/** Validates with the contract's schema, so that form and server agree. */
export const settingResolver = zodResolver(EditedSetting);

/** A setting as the form's fields hold it. */
export const fieldsOf = (setting: Setting) => ({ ...setting, description: setting.description ?? '' });

/** The parts of a setting that can be edited. */
export const stateOf = ({ value, category, description }: Setting) => ({ value, category, description });

/** Words that were typed in a setting's form while it was saved. */
export type LaterWords = Partial<Pick<SettingFields, 'value' | 'category' | 'description'>>;

/** Compares a form with what was sent from it; null: nothing was typed since. */
export function laterWordsOf(sent: SettingFields, now: SettingFields): LaterWords | null {
  const names = (['value', 'category', 'description'] as const).filter((name) => now[name] !== sent[name]);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, now[name]]));
}
