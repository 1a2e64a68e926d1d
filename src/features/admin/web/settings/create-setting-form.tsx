import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  NewSetting,
  type Setting,
  type SettingCategory,
  type SettingFields,
} from '#features/settings/contract/schemas.ts';
import { defaultOf, knownSetting } from '#features/settings/shared/known-settings.ts';
import { type Files, useFilesFirst } from '#features/uploads/web/files-on-their-way.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { zodResolver } from '#platform/design/form/zod-resolver.ts';
import { useFormDraft } from '../drafts/form-draft.tsx';
import { SET_BY_BUTTON } from '../drafts/set-by-button.ts';
import { useSaveKey } from '../keys/use-save-key.ts';
import { labelOfField, SettingControls } from './setting-controls.tsx';
import type { LaterWords } from './setting-form-schema.ts';
import { useCreateInForm } from './use-create-in-form.ts';

const WRITTEN_AS_TYPED = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

interface CreateSettingFormProps {
  /** The current tab's category, the default of the new setting. */
  category: SettingCategory;
  /** A key preset from the list of known settings. The focus then moves to the value. */
  startKey: string;
  /** True while another setting is edited. */
  disabled: boolean;
  onUnsaved(unsaved: boolean): void;
  /** Files being uploaded by its fields. */
  files: Files;
  /** `later`: corrections typed while the setting was being created. */
  onCreated(setting: Setting, later: LaterWords | null): void;
}

/** The form for a new setting. Its input survives errors, changes of tabs and edits of other settings. */
export function CreateSettingForm({
  category,
  startKey,
  disabled,
  onUnsaved,
  files,
  onCreated,
}: CreateSettingFormProps) {
  // A long text starts with its default.
  const startValue = knownSetting(startKey)?.markup ? defaultOf(startKey) : '';
  const form = useForm<SettingFields>({
    resolver: zodResolver(NewSetting),
    mode: 'onTouched',
    // Without default values, which would replace text typed before hydration.
    ...(startKey === '' ? {} : { defaultValues: { key: startKey, value: startValue } }),
  });
  const { register, formState, setFocus, setValue, control } = form;
  const [key = '', value = '', description = ''] = useWatch({
    control,
    name: ['key', 'value', 'description'],
  });
  const unsaved = [key === startKey ? '' : key, value === startValue ? '' : value, description ?? ''].some(
    (text) => text !== '',
  );
  const { create, isPending, error } = useCreateInForm({
    form,
    disabled,
    onCreated(setting, later) {
      draft.clear();
      onCreated(setting, later);
    },
  });
  const filesFirst = useFilesFirst(files, () => void form.handleSubmit(create)());
  const draft = useFormDraft({
    form,
    name: 'new-setting',
    base: '',
    // The tab determines the category until something is typed.
    saved: { key: startKey, value: startValue, category, description: '' },
    labelOf: labelOfField,
  });

  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved]);
  useEffect(() => {
    if (startKey !== '') setFocus('value');
  }, [startKey, setFocus]);
  // The tab determines the category until something is typed.
  useEffect(() => {
    if (!unsaved) setValue('category', category);
  }, [category, unsaved, setValue]);

  const element = useRef<HTMLFormElement>(null);
  useSaveKey(() => {
    // Another form of the page may have the focus, and the press is meant for it.
    if (element.current?.contains(document.activeElement)) element.current.requestSubmit();
  });
  return (
    <ValidatedForm
      ref={element}
      className="panel admin-form"
      aria-labelledby="create-setting"
      form={form}
      pending={isPending}
      error={error}
      fields={['key', 'value', 'category', 'description']}
      // A toast shows failures without a field.
      explain={() => null}
      onSubmit={() => filesFirst.save()}
    >
      <h2 id="create-setting">Create New Setting</h2>
      {draft.note}
      {disabled ? <p className="hint">Finish editing first.</p> : null}
      <fieldset className="admin-form bare" disabled={disabled} aria-labelledby="create-setting">
        <Field label="Key" error={formState.errors.key?.message} hint="For example, site.title">
          {(its) => <input {...its} {...WRITTEN_AS_TYPED} aria-keyshortcuts="n" {...register('key')} />}
        </Field>
        <SettingControls
          settingKey={key}
          value={value}
          register={register}
          errors={formState.errors}
          files={files}
          onUploaded={(address) => form.setValue('value', address, SET_BY_BUTTON)}
        />
        {filesFirst.note}
        <SubmitButton label="Create" busyLabel="Creating..." />
      </fieldset>
    </ValidatedForm>
  );
}
