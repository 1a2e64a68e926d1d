import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { SettingFields } from '#features/settings/contract/schemas.ts';
import { knownSetting } from '#features/settings/shared/known-settings.ts';
import { type Files, FilesOnTheirWay } from '#features/uploads/web/files-on-their-way.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { LogoUpload } from './logo-upload.tsx';
import { CATEGORIES } from './setting-categories.ts';
import { TextPreview } from './text-preview.tsx';

/** Rows of the control for a text with markup. */
const TEXT_ROWS = 14;

interface SettingControlsProps {
  /** The setting's key, which determines whether the value may contain line breaks. */
  settingKey: string;
  /** The value in the form. */
  value: string;
  register: UseFormRegister<SettingFields>;
  errors: FieldErrors<SettingFields>;
  /** Files being uploaded. */
  files: Files;
  /** Called with the address of an uploaded logo. */
  onUploaded(address: string): void;
}

/** Controls for value, category and description. */
export function SettingControls({ settingKey, value, register, errors, ...logo }: SettingControlsProps) {
  const known = knownSetting(settingKey);
  const oneLine = known !== undefined && !known.multiline;
  return (
    <>
      <Field label="Value" error={errors.value?.message} hint={known?.about}>
        {(its) =>
          oneLine ? (
            <input {...its} {...register('value')} />
          ) : (
            <textarea
              {...its}
              className="input grows"
              rows={known?.markup ? TEXT_ROWS : 1}
              {...register('value')}
            />
          )
        }
      </Field>
      {settingKey === 'site.logo' ? (
        <FilesOnTheirWay value={logo.files.register}>
          <LogoUpload value={value} onUploaded={logo.onUploaded} />
        </FilesOnTheirWay>
      ) : null}
      {known?.markup ? <TextPreview text={value} /> : null}
      <Field label="Category" error={errors.category?.message}>
        {(its) => (
          <select {...its} {...register('category')}>
            <option value="">Choose a category</option>
            {CATEGORIES.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        {(its) => <input {...its} {...register('description')} />}
      </Field>
    </>
  );
}

/** Returns the label of a field, for the note about a draft. */
export const labelOfField = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);
