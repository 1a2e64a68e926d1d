import { type Control, type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { Field } from '#platform/design/form/field.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { ContentIcon } from './content-icon.tsx';
import * as css from './item-editor.module.css';
import { errorAt, type ItemValues, type ResourceValues } from './item-form-schema.ts';

const EMPTY: ResourceValues = { title: '', url: '', type: 'link', duration: null, size: '' };

/** The list under 'Additional Resources': add, remove, reorder. */
export function ResourcesField({ form }: { form: UseFormReturn<ItemValues> }) {
  const { fields, append, remove, move } = useFieldArray({
    control: form.control as Control<ItemValues>,
    name: 'additionalResources',
  });
  const container = useKeptFocus<HTMLFieldSetElement>();
  const { errors } = form.formState;
  const whole = errorAt(errors, 'additionalResources');
  return (
    <fieldset ref={container} className={css.resources} tabIndex={-1}>
      <legend className="label">Additional resources</legend>
      {fields.length === 0 ? <p className="hint">None yet.</p> : null}
      <ol>
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
              <button
                type="button"
                className="icon-btn bare"
                aria-label={`Remove resource ${index + 1}`}
                onClick={() => remove(index)}
              >
                <Icon name="trash" />
              </button>
            </div>
          </li>
        ))}
      </ol>
      {whole === undefined ? null : <ErrorNote>{whole}</ErrorNote>}
      <div>
        <button type="button" className="btn line sm" onClick={() => append({ ...EMPTY })}>
          <Icon name="plus" />
          Add resource
        </button>
      </div>
    </fieldset>
  );
}

function OneResource({ form, index }: { form: UseFormReturn<ItemValues>; index: number }) {
  const { register, formState } = form;
  const path = `additionalResources.${index}` as const;
  const { errors, touchedFields, isSubmitted } = formState;
  const touched = touchedFields.additionalResources?.[index];
  // 'Add resource' validates the whole list: show errors only for touched fields.
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
