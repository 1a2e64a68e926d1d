import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '#features/admin/web/field.tsx';
import type { SettingFields } from '../contract.ts';
import { knownSetting } from '../shared/known-settings.ts';
import { CATEGORIES } from './setting-categories.ts';

interface SettingControlsProps {
  /** What the value is for: it decides whether a line break may be typed. */
  settingKey: string;
  register: UseFormRegister<SettingFields>;
  errors: FieldErrors<SettingFields>;
}

/** Value, category and description, the same for creating and editing. */
export function SettingControls({ settingKey, register, errors }: SettingControlsProps) {
  const known = knownSetting(settingKey);
  const oneLine = known !== undefined && !known.multiline;
  return (
    <>
      <Field label="Value" error={errors.value?.message} hint={known?.about}>
        {(its) =>
          oneLine ? (
            <input {...its} {...register('value')} />
          ) : (
            <textarea {...its} className="input grows" rows={1} {...register('value')} />
          )
        }
      </Field>
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
