import { type Control, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Field } from '#platform/design/form/field.tsx';
import { ContentIcon } from './content-icon.tsx';
import { FieldList, RemoveEntry } from './field-list.tsx';
import * as css from './item-editor.module.css';
import { errorAt, type ItemValues, type ResourceValues } from './item-form-schema.ts';

const EMPTY: ResourceValues = { title: '', url: '', type: 'link', duration: null, size: '' };

/** The list under 'Additional Resources': add, remove, reorder. */
export function ResourcesField({ form }: { form: UseFormReturn<ItemValues> }) {
  const { fields, append, remove, move } = useFieldArray({
    control: form.control as Control<ItemValues>,
    name: 'additionalResources',
  });
  return (
    <FieldList
      legend="Additional resources"
      error={errorAt(form.formState.errors, 'additionalResources')}
      addLabel="Add resource"
      onAdd={() => append({ ...EMPTY })}
    >
      {fields.map(({ id }, index) => (
        <li key={id}>
          <OneResource form={form} index={index} />
          <div className="row">
            <button
              type="button"
              className="icon-btn bare"
              aria-label={`Move resource ${index + 1} up`}
              aria-disabled={index === 0 || undefined}
              onClick={() => index > 0 && move(index, index - 1)}
            >
              <ContentIcon name="up" />
            </button>
            <button
              type="button"
              className="icon-btn bare"
              aria-label={`Move resource ${index + 1} down`}
              aria-disabled={index === fields.length - 1 || undefined}
              onClick={() => index < fields.length - 1 && move(index, index + 1)}
            >
              <ContentIcon name="down" />
            </button>
            <RemoveEntry label={`Remove resource ${index + 1}`} onRemove={() => remove(index)} />
          </div>
        </li>
      ))}
    </FieldList>
  );
}

function OneResource({ form, index }: { form: UseFormReturn<ItemValues>; index: number }) {
  const { register, formState } = form;
  const path = `additionalResources.${index}` as const;
  const { errors, touchedFields, isSubmitted } = formState;
  const touched = touchedFields.additionalResources?.[index];
  // 'Add resource' validates the whole list, so errors are shown only for touched fields.
  const error = (field: keyof ResourceValues) =>
    isSubmitted || touched?.[field] ? errorAt(errors, `${path}.${field}`) : undefined;
  const numbered = (label: string) => `${label} of resource ${index + 1}`;
  return (
    <div className={css.resource}>
      <Field label={numbered('Title')} error={error('title')}>
        {(its) => <input {...its} {...register(`${path}.title`)} />}
      </Field>
      <Field label={numbered('URL')} error={error('url')}>
        {(its) => <input {...its} inputMode="url" {...register(`${path}.url`)} />}
      </Field>
      <div className={css.columns}>
        <Field label={numbered('Type')} optional error={error('type')}>
          {(its) => <input {...its} placeholder="article" {...register(`${path}.type`)} />}
        </Field>
        <Field label={numbered('Minutes')} optional error={error('duration')}>
          {(its) => (
            <input
              {...its}
              type="number"
              min={1}
              {...register(`${path}.duration`, {
                setValueAs: (value) => (value === '' || value === null ? null : Number(value)),
              })}
            />
          )}
        </Field>
        <Field label={numbered('Size')} optional error={error('size')}>
          {(its) => <input {...its} placeholder="240 KB" {...register(`${path}.size`)} />}
        </Field>
      </div>
    </div>
  );
}
