import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showIssues } from '#features/accounts/web/server-issues.ts';
import { SubmitButton } from '#features/accounts/web/submit-button.tsx';
import { Field } from '#features/admin/web/field.tsx';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { ApiError } from '#platform/web/api-client.ts';
import { EditedSetting, type Setting, type SettingFields } from '../contract.ts';
import { SettingControls } from './setting-controls.tsx';
import { useUpdateSetting } from './use-setting-changes.ts';

interface EditSettingFormProps {
  setting: Setting;
  onUnsaved(unsaved: boolean): void;
  onSaved(setting: Setting): void;
  onCancel(): void;
}

/** What somebody else has done to the setting since it was opened; null: they deleted it. */
type Meanwhile = Setting | null;

export function EditSettingForm({ setting, onUnsaved, onSaved, onCancel }: EditSettingFormProps) {
  const { key } = setting;
  const [meanwhile, setMeanwhile] = useState<Meanwhile | undefined>(undefined);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<SettingFields>({
    resolver: zodResolver(EditedSetting),
    mode: 'onTouched',
    defaultValues: { ...setting, description: setting.description ?? '' },
  });
  const { errors, isDirty } = formState;
  const { mutate, isPending } = useUpdateSetting();

  useEffect(() => setFocus('value'), [setFocus]);
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);

  const save = ({ value, category, description }: SettingFields) => {
    if (isPending) return;
    const fields = { value, category, description: description || null };
    const seen = meanwhile === undefined ? setting : meanwhile;
    mutate(
      { key, fields, basedOn: seen && stateOf(seen) },
      {
        onSuccess: onSaved,
        onError: (error) => {
          if (showIssues(error, setError, ['value', 'category', 'description'])) return;
          if (!(error instanceof ApiError)) return;
          if (error.status === 409 && error.current) setMeanwhile(error.current as Setting);
          if (error.status === 404) setMeanwhile(null);
        },
      },
    );
  };
  return (
    <form
      className="panel admin-form"
      method="dialog"
      noValidate
      aria-labelledby="edit-setting"
      onSubmit={handleSubmit(save)}
    >
      <h2 id="edit-setting">Edit setting</h2>
      <Field label="Key" hint="The key is locked while you edit.">
        {(its) => <input {...its} value={key} disabled />}
      </Field>
      <SettingControls settingKey={key} register={register} errors={errors} />
      {meanwhile === undefined ? null : <MeanwhileNote meanwhile={meanwhile} />}
      <div className="row end">
        <button className="btn line" type="button" onClick={onCancel}>
          Cancel
        </button>
        <SubmitButton className="btn" label="Save changes" busyLabel="Saving..." busy={isPending} />
      </div>
    </form>
  );
}

const stateOf = ({ value, category, description }: Setting) => ({ value, category, description });

function MeanwhileNote({ meanwhile }: { meanwhile: Meanwhile }) {
  return (
    <div className="meanwhile" role="alert">
      <ErrorNote>
        {meanwhile
          ? 'Somebody else has changed this setting meanwhile. It reads now:'
          : 'Somebody else has deleted this setting meanwhile.'}
      </ErrorNote>
      {meanwhile ? <blockquote className="clamp-2">{meanwhile.value}</blockquote> : null}
      <p className="hint">
        {meanwhile
          ? 'Save again to replace it with yours, or cancel to keep theirs.'
          : 'Save again to make it anew, or cancel.'}
      </p>
    </div>
  );
}
