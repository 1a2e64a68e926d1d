import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Setting, SettingFields } from '#features/settings/contract/schemas.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useFormDraft } from '../drafts/form-draft.tsx';
import { labelOfField } from './setting-controls.tsx';
import { fieldsOf, settingResolver, stateOf } from './setting-form-schema.ts';
import { useUpdateSetting } from './use-setting-changes.ts';

/** The setting as changed meanwhile by somebody else; null if deleted. */
export type Meanwhile = Setting | null;

/**
 * Holds the form of a setting: its values, saving, what others change meanwhile, and what is typed while it
 * is saved. `onSaved` is called when nothing is left to save.
 */
export function useEditedSetting(setting: Setting, onSaved: (setting: Setting) => void) {
  const { key } = setting;
  /** The setting that the form began with, or was saved last. */
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

  /** Leaves what was typed since `sent` in the form, as changes. Returns whether there is anything. */
  const laterWordsStay = (after: Setting, sent: SettingFields) => {
    const now = form.getValues();
    const later = (['value', 'category', 'description'] as const).filter((name) => now[name] !== sent[name]);
    if (later.length === 0) return false;
    setBase(after);
    setMeanwhile(undefined);
    form.reset(fieldsOf(after), { keepValues: true });
    for (const name of later) form.setValue(name, now[name], { shouldDirty: true });
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
