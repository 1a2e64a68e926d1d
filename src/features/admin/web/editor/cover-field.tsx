import type { UseFormReturn } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { slugFrom } from '#features/catalogue/shared/slug.ts';
import { UploadField } from '#features/uploads/web/upload-field.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { SET_BY_BUTTON } from '../drafts/set-by-button.ts';
import { CoverPreview } from './cover-preview.tsx';
import * as css from './item-editor.module.css';
import { errorAt, type ItemValues } from './item-form-schema.ts';

interface CoverFieldProps {
  kind: ItemType;
  form: UseFormReturn<ItemValues, unknown, object>;
  values: ItemValues;
}

/** The fields of an item's picture: its address, an upload, and its description. */
export function CoverField({ kind, form, values }: CoverFieldProps) {
  const { register, setValue, formState } = form;
  const optional = kind === 'droplet';
  const draw = () => {
    const slug = values.slug || slugFrom(values.title) || kind;
    setValue('imageUrl', `/covers/${kind}/${slug}.svg`, SET_BY_BUTTON);
  };
  return (
    <div className={css.linkField}>
      <Field
        label="Image URL"
        optional={optional}
        error={errorAt(formState.errors, 'imageUrl')}
        hint={optional ? 'If you leave it empty, the site draws a cover.' : undefined}
      >
        {(its) => <input {...its} inputMode="url" autoComplete="off" {...register('imageUrl')} />}
      </Field>
      <div className="row">
        {optional ? null : (
          <button type="button" className="btn quiet sm" onClick={draw}>
            Use drawn cover
          </button>
        )}
      </div>
      <UploadField kind="image" onUploaded={(url) => setValue('imageUrl', url, SET_BY_BUTTON)} />
      <CoverPreview kind={kind} address={values.imageUrl} />
      <Field
        label="Picture in words"
        optional
        error={errorAt(formState.errors, 'imageAlt')}
        hint="Read aloud to people who cannot see it."
      >
        {(its) => <input {...its} autoComplete="off" {...register('imageAlt')} />}
      </Field>
    </div>
  );
}
