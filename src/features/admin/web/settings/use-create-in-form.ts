import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Setting, SettingFields } from '#features/settings/contract/schemas.ts';
import { type LaterWords, laterWordsOf } from './setting-form-schema.ts';
import { useCreateSetting } from './use-setting-changes.ts';

interface CreateOptions {
  form: UseFormReturn<SettingFields>;
  /** True while another setting is edited. */
  disabled: boolean;
  onCreated(setting: Setting, later: LaterWords | null): void;
}

/**
 * Creates the setting of a form. Corrections typed meanwhile become changes of the new setting. A corrected
 * key prevents that, and so does another setting being edited: then `onCreated` is not called, and the form
 * keeps the values.
 */
export function useCreateInForm({ form, ...rest }: CreateOptions) {
  const latest = useRef(rest);
  latest.current = rest;
  const { mutate, isPending, error } = useCreateSetting();
  const create = (fields: SettingFields) => {
    const sent = structuredClone(form.getValues());
    const onSuccess = (setting: Setting) => {
      const now = form.getValues();
      const later = laterWordsOf(sent, now);
      const { disabled, onCreated } = latest.current;
      if (now.key === sent.key && !(later && disabled)) onCreated(setting, later);
    };
    mutate(fields, { onSuccess });
  };
  return { create, isPending, error };
}
