import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { showIssues } from '#features/accounts/web/server-issues.ts';
import { SubmitButton } from '#features/accounts/web/submit-button.tsx';
import { Field } from '#features/admin/web/field.tsx';
import { NewSetting, type Setting, type SettingCategory, type SettingFields } from '../contract.ts';
import { SettingControls } from './setting-controls.tsx';
import { useCreateSetting } from './use-setting-changes.ts';

interface CreateSettingFormProps {
  /** The tab that is shown: the category of what is made, unless another is chosen. */
  category: SettingCategory;
  /** A key to begin with, chosen from the list of known ones; the value is then asked for. */
  startKey: string;
  /** Another setting is being edited. */
  disabled: boolean;
  onUnsaved(unsaved: boolean): void;
  onCreated(setting: Setting): void;
}

/** Keeps what was typed through errors, other tabs and the editing of another setting. */
export function CreateSettingForm({
  category,
  startKey,
  disabled,
  onUnsaved,
  onCreated,
}: CreateSettingFormProps) {
  const { register, handleSubmit, formState, setError, setFocus, setValue, control } = useForm<SettingFields>(
    {
      resolver: zodResolver(NewSetting),
      mode: 'onTouched',
      // No default texts: what was typed before the script came stays.
      ...(startKey === '' ? {} : { defaultValues: { key: startKey } }),
    },
  );
  const { errors } = formState;
  const [key = '', value = '', description = ''] = useWatch({
    control,
    name: ['key', 'value', 'description'],
  });
  const unsaved = [key === startKey ? '' : key, value, description ?? ''].some((text) => text !== '');
  const { mutate, isPending } = useCreateSetting();

  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved]);
  useEffect(() => {
    if (startKey !== '') setFocus('value');
  }, [startKey, setFocus]);
  // The tab decides until something has been typed.
  useEffect(() => {
    if (!unsaved) setValue('category', category);
  }, [category, unsaved, setValue]);

  const save = (fields: SettingFields) => {
    if (isPending) return;
    mutate(fields, {
      onSuccess: onCreated,
      onError: (error) => showIssues(error, setError, ['key', 'value', 'category', 'description']),
    });
  };
  return (
    <form
      className="panel admin-form"
      method="dialog"
      noValidate
      aria-labelledby="create-setting"
      onSubmit={handleSubmit(save)}
    >
      <h2 id="create-setting">Create New Setting</h2>
      {disabled ? <p className="hint">Finish editing first.</p> : null}
      <fieldset className="admin-form bare" disabled={disabled} aria-labelledby="create-setting">
        <Field label="Key" error={errors.key?.message} hint="Such as site.title">
          {(its) => (
            <input
              {...its}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              {...register('key')}
            />
          )}
        </Field>
        <SettingControls settingKey={key} register={register} errors={errors} />
        <SubmitButton label="Create" busyLabel="Creating..." busy={isPending} />
      </fieldset>
    </form>
  );
}
