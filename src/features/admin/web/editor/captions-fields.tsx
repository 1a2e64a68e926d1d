import { type Control, type UseFormReturn, useFieldArray } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { UploadField } from '#features/uploads/web/upload-field.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { languageName } from '#platform/text/languages.ts';
import { Link } from '#platform/web/link.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { captionsHref } from '../captions/captions-address.ts';
import { SET_BY_BUTTON } from '../drafts/set-by-button.ts';
import { FieldList, RemoveEntry } from './field-list.tsx';
import * as css from './item-editor.module.css';
import { errorAt, type ItemValues } from './item-form-schema.ts';
import { KnownLanguages, LANGUAGE_INPUT } from './known-languages.tsx';

interface CaptionsFieldsProps {
  form: UseFormReturn<ItemValues>;
  values: ItemValues;
  kind: ItemType;
  /** Null for a new item, which has no captions page yet. */
  id: number | null;
}

const LANGUAGE_HINT = 'A tag such as en or pt-BR.';

/** An item's captions, their language, and captions in other languages. */
export function CaptionsFields({ form, values, kind, id }: CaptionsFieldsProps) {
  const { register, setValue, formState } = form;
  const error = (field: keyof ItemValues) => errorAt(formState.errors, field);
  const nameOf = useLanguageName();
  return (
    <>
      <div className={css.linkField}>
        <Field
          label="Captions URL"
          optional
          error={error('captionsUrl')}
          hint="A WebVTT file with the spoken words."
        >
          {(its) => <input {...its} inputMode="url" autoComplete="off" {...register('captionsUrl')} />}
        </Field>
        <UploadField kind="captions" onUploaded={(url) => setValue('captionsUrl', url, SET_BY_BUTTON)} />
        {id === null ? null : (
          <div>
            <Link className="btn line sm" href={captionsHref(kind, id)}>
              Edit captions
            </Link>
          </div>
        )}
      </div>
      <Field
        label="Language of the captions"
        optional
        error={error('captionsLanguage')}
        hint={nameOf(values.captionsLanguage) ?? `${LANGUAGE_HINT} If you leave it empty, it is English.`}
      >
        {(its) => <input {...its} {...LANGUAGE_INPUT} {...register('captionsLanguage')} />}
      </Field>
      <FurtherCaptions form={form} values={values} />
      <KnownLanguages />
    </>
  );
}

function FurtherCaptions({ form, values }: Pick<CaptionsFieldsProps, 'form' | 'values'>) {
  const { register, setValue, formState, control } = form;
  const name = 'furtherCaptions';
  const { fields, append, remove } = useFieldArray({ control: control as Control<ItemValues>, name });
  const { errors, touchedFields, isSubmitted } = formState;
  const nameOf = useLanguageName();
  return (
    <FieldList
      legend="Captions in other languages"
      error={errorAt(errors, name)}
      addLabel="Add language"
      onAdd={() => append({ language: '', url: '' })}
    >
      {fields.map(({ id }, index) => {
        // 'Add language' validates the whole list, so errors are shown only for touched fields.
        const error = (field: 'language' | 'url') =>
          isSubmitted || touchedFields[name]?.[index]?.[field]
            ? errorAt(errors, `${name}.${index}.${field}`)
            : undefined;
        return (
          <li key={id}>
            <div className={css.resource}>
              <Field
                label={`Language ${index + 1}`}
                error={error('language')}
                hint={nameOf(values[name][index]?.language ?? '') ?? LANGUAGE_HINT}
              >
                {(its) => <input {...its} {...LANGUAGE_INPUT} {...register(`${name}.${index}.language`)} />}
              </Field>
              <Field label={`Captions URL of language ${index + 1}`} error={error('url')}>
                {(its) => (
                  <input {...its} inputMode="url" autoComplete="off" {...register(`${name}.${index}.url`)} />
                )}
              </Field>
              <UploadField
                kind="captions"
                label={`Upload language ${index + 1}`}
                onUploaded={(url) => setValue(`${name}.${index}.url`, url, SET_BY_BUTTON)}
              />
            </div>
            <div className="row">
              <RemoveEntry label={`Remove language ${index + 1}`} onRemove={() => remove(index)} />
            </div>
          </li>
        );
      })}
    </FieldList>
  );
}

/** Returns a function that returns a language's own name; undefined for an unknown tag. */
function useLanguageName(): (tag: string) => string | undefined {
  // Server and browser may know different names.
  const hydrated = useHydrated();
  return (tag) => {
    const name = languageName(tag.trim());
    return !hydrated || name.toLowerCase() === tag.trim().toLowerCase() ? undefined : name;
  };
}
