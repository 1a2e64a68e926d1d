import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Setting, SettingFields } from '#features/settings/contract/schemas.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useFormDraft } from '../drafts/form-draft.tsx';
import { labelOfField } from './setting-controls.tsx';
import { fieldsOf, type LaterWords, laterWordsOf, settingResolver, stateOf } from './setting-form-schema.ts';
import { useUpdateSetting } from './use-setting-changes.ts';

/** The setting as changed by another person meanwhile; null if deleted. */
export type Meanwhile = Setting | null;

/**
 * Manages the form of a setting: its values, saving, simultaneous changes by others, and text typed during a
 * save. `later`: initial changes, typed while the setting was being created. `onSaved` is called when
 * everything is saved.
 */
export function useEditedSetting(
  setting: Setting,
  later: LaterWords | null,
  onSaved: (setting: Setting) => void,
) {
  const { key } = setting;
  /** The setting from which the form began, or as last saved. */
  const [base, setBase] = useState(setting);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | undefined>(undefined);
  const form = useForm<SettingFields>({
    resolver: settingResolver,
    mode: 'onTouched',
    defaultValues: fieldsOf(setting),
  });
  const { mutate, isPending, error } = useUpdateSetting();
  const draft = useFormDraft({
    form,
    name: `setting:${key}`,
    base: JSON.stringify(stateOf(base)),
    saved: fieldsOf(base),
    labelOf: labelOfField,
  });

  const put = (words: LaterWords) => {
    for (const name of Object.keys(words) as (keyof LaterWords)[])
      form.setValue(name, words[name], { shouldDirty: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => put(later ?? {}), []);

  /** Keeps values typed since `sent` in the form, as changes. Returns whether there are any. */
  const laterWordsStay = (after: Setting, sent: SettingFields) => {
    const words = laterWordsOf(sent, form.getValues());
    if (!words) return false;
    setBase(after);
    setMeanwhile(undefined);
    form.reset(fieldsOf(after), { keepValues: true });
    put(words);
    return true;
  };
  const save = ({ value, category, description }: SettingFields) => {
    const sent = structuredClone(form.getValues());
    const fields = { value, category, description: description || null };
    const seen = meanwhile === undefined ? base : meanwhile;
    mutate(
      { key, fields, basedOn: seen && stateOf(seen) },
      {
        onSuccess: (after) => {
          if (laterWordsStay(after, sent)) return;
          draft.clear();
          onSaved(after);
        },
        onError: (failure) => {
          if (hasCode(failure, 'edit-conflict', 'key-taken')) setMeanwhile(failure.current as Setting);
          if (hasCode(failure, 'not-found')) setMeanwhile(null);
        },
      },
    );
  };
  return { form, save, isPending, error, meanwhile, draftNote: draft.note };
}
