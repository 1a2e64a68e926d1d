import { useEffect, useRef } from 'react';
import type { Setting } from '#features/settings/contract/schemas.ts';
import { knownSetting } from '#features/settings/shared/known-settings.ts';
import { type Files, useFilesFirst } from '#features/uploads/web/files-on-their-way.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { isComposing } from '#platform/design/form/is-composing.ts';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { ValidatedForm } from '#platform/design/form/validated-form.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { SET_BY_BUTTON } from '../drafts/set-by-button.ts';
import { useSaveKey } from '../keys/use-save-key.ts';
import { useReportTyped } from '../use-report-typed.ts';
import { SettingControls } from './setting-controls.tsx';
import type { LaterWords } from './setting-form-schema.ts';
import * as css from './settings.module.css';
import { type Meanwhile, useEditedSetting } from './use-edited-setting.ts';

interface EditSettingFormProps {
  setting: Setting;
  /** Initial changes, typed while the setting was being created. */
  later: LaterWords | null;
  onUnsaved(unsaved: boolean): void;
  /** Files being uploaded by its fields. */
  files: Files;
  onSaved(setting: Setting): void;
  onCancel(): void;
  /** Asks for confirmation of a return to the default. */
  onReset(): void;
}

/** The form that edits a setting's value, category and description. */
export function EditSettingForm({ setting, later, onUnsaved, onCancel, ...props }: EditSettingFormProps) {
  const { key } = setting;
  const { files, onSaved, onReset } = props;
  const { form, save, isPending, error, meanwhile, draftNote } = useEditedSetting(setting, later, onSaved);
  const filesFirst = useFilesFirst(files, () => void form.handleSubmit(save)());
  const { register, formState, setFocus } = form;
  const { errors, isDirty } = formState;

  useEffect(() => setFocus('value'), [setFocus]);
  useReportTyped(isDirty, onUnsaved);

  const element = useRef<HTMLFormElement>(null);
  useSaveKey(() => element.current?.requestSubmit(), isPending);
  return (
    <ValidatedForm
      ref={element}
      onKeyDown={(event) => {
        // Only a button discards typed text.
        if (event.key === 'Escape' && !isDirty && !isComposing(event)) onCancel();
      }}
      className="panel admin-form"
      aria-labelledby="edit-setting"
      form={form}
      pending={isPending}
      error={error}
      fields={['value', 'category', 'description']}
      // A conflict is shown above the actions; a toast shows other failures without a field.
      explain={() => null}
      onSubmit={() => filesFirst.save()}
    >
      <h2 id="edit-setting">Edit setting</h2>
      {draftNote}
      <Field label="Key" hint="The key is locked while you edit.">
        {(its) => <input {...its} value={key} disabled />}
      </Field>
      <SettingControls
        settingKey={key}
        value={form.watch('value')}
        register={register}
        errors={errors}
        files={files}
        onUploaded={(address) => form.setValue('value', address, SET_BY_BUTTON)}
      />
      {meanwhile === undefined ? null : <MeanwhileNote meanwhile={meanwhile} />}
      {filesFirst.note}
      <div className="row end">
        {knownSetting(key) ? (
          <button className="btn quiet" type="button" onClick={onReset}>
            Reset to default
          </button>
        ) : null}
        <div className="row">
          <button className="btn line" type="button" onClick={onCancel}>
            Cancel
          </button>
          <SubmitButton className="btn" label="Save changes" busyLabel="Saving..." />
        </div>
      </div>
    </ValidatedForm>
  );
}

function MeanwhileNote({ meanwhile }: { meanwhile: Meanwhile }) {
  return (
    <div className={css.conflict} role="alert">
      <ErrorNote>
        {meanwhile ? 'Someone else changed this setting. It is now:' : 'Someone else deleted this setting.'}
      </ErrorNote>
      {meanwhile ? <blockquote className="clamp-2">{meanwhile.value}</blockquote> : null}
      <p className="hint">
        {meanwhile
          ? 'Save again to replace it with yours, or cancel to keep theirs.'
          : 'Save again to create it again, or cancel.'}
      </p>
    </div>
  );
}
