import type { RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import { slugFrom } from '#features/catalogue/shared/slug.ts';
import { UploadField } from '#features/uploads/web/upload-field.tsx';
import { WhenReady } from '#features/uploads/web/when-ready.tsx';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { Field } from '#platform/design/form/field.tsx';
import type { Item } from '../content/content-kinds.ts';
import { SET_BY_BUTTON } from '../drafts/set-by-button.ts';
import { WritingChoice } from '../writing/writing-choice.tsx';
import { CaptionsFields } from './captions-fields.tsx';
import { CoverField } from './cover-field.tsx';
import * as css from './item-editor.module.css';
import { errorAt, type ItemValues } from './item-form-schema.ts';
import { KeywordPreview } from './keywords/keyword-preview.tsx';
import { MediaPreview } from './media-preview.tsx';
import { PosterField } from './poster/poster-field.tsx';
import { PublishNote } from './publish-note.tsx';
import { ResourcesField } from './resources-field.tsx';
import { SwitchFields } from './switch-fields.tsx';

interface ItemFieldsProps {
  kind: ItemType;
  /** The item in the form; null for a new one. */
  base: Item | null;
  form: UseFormReturn<ItemValues, unknown, object>;
  values: ItemValues;
  /** Ids of items changed by this page since the form opened. */
  own: RefObject<Set<number>>;
  oceans: readonly Ocean[];
  waves: readonly Wave[];
  saveAgain(): void;
}

const MEDIA_TYPES: Record<ItemType, Record<string, string>> = {
  ocean: { none: 'None', video: 'Video', audio: 'Audio' },
  wave: { none: 'None', video: 'Video', audio: 'Audio' },
  droplet: { video: 'Video', audio: 'Audio', text: 'Text', image: 'Image', interactive: 'Interactive' },
};

/** The fields of an ocean, a wave or a droplet. */
export function ItemFields(props: ItemFieldsProps) {
  const { kind, base, form, values } = props;
  const { register } = form;
  const error = (field: keyof ItemValues) => errorAt(form.formState.errors, field);
  const slug = slugFrom(values.title);
  return (
    <>
      <Field label="Title" error={error('title')}>
        {(its) => <input {...its} {...register('title')} />}
      </Field>
      <Field label="Description" error={error('description')}>
        {(its) => <textarea {...its} {...register('description')} />}
      </Field>
      {kind === 'ocean' ? null : <ParentFields {...props} />}
      <CoverField kind={kind} form={form} values={values} />
      <div className="two">
        <Field label="Media type" error={error('mediaType')}>
          {(its) => (
            <select {...its} {...register('mediaType')}>
              {optionsOf(MEDIA_TYPES[kind])}
            </select>
          )}
        </Field>
        <Field label="Access" error={error('accessType')}>
          {(its) => (
            <select {...its} {...register('accessType')}>
              {optionsOf({ free: 'Free', premium: 'Premium' })}
            </select>
          )}
        </Field>
      </div>
      <MediaFields {...props} />
      <Field label="Keywords" optional error={error('keywords')} hint="Separate with commas.">
        {(its) => <input {...its} autoComplete="off" {...register('keywords')} />}
      </Field>
      <KeywordPreview text={values.keywords} />
      <Field
        label="Slug"
        optional
        error={error('slug')}
        hint={
          base === null
            ? 'The name in the web address. If you leave it empty, it is made from the title.'
            : 'The name in the web address.'
        }
      >
        {(its) => (
          <input {...its} autoComplete="off" spellCheck={false} placeholder={slug} {...register('slug')} />
        )}
      </Field>
      <ResourcesField form={form as unknown as UseFormReturn<ItemValues>} />
      <SwitchFields kind={kind} form={form} />
      <PublishNote {...props} />
    </>
  );
}

const optionsOf = (options: Record<string, string>) =>
  Object.entries(options).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** Parent and duration. */
function ParentFields({ kind, base, form, oceans, waves }: ItemFieldsProps) {
  const [label, name, parents] =
    kind === 'wave' ? (['Ocean', 'oceanId', oceans] as const) : (['Wave', 'waveId', waves] as const);
  const { register, resetField, formState } = form;
  // Read during rendering, because the form tracks only states that a rendering reads.
  const { dirtyFields } = formState;
  return (
    <div className="two">
      <Field label={label} error={errorAt(formState.errors, name)}>
        {(its) => (
          <select
            {...its}
            {...register(name, {
              valueAsNumber: true,
              onChange: ({ target }) => {
                // A new item follows its parent's access until a person chooses one.
                const access = parents.find(({ id }) => id === Number(target.value))?.accessType;
                if (base === null && access && !dirtyFields.accessType)
                  resetField('accessType', { defaultValue: access });
              },
            })}
          >
            {parents.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Duration in minutes" error={errorAt(formState.errors, 'duration')}>
        {(its) => (
          <input
            {...its}
            type="number"
            min={1}
            step={1}
            {...register('duration', { setValueAs: (value) => (value === '' ? 0 : Number(value)) })}
          />
        )}
      </Field>
    </div>
  );
}

function MediaFields({ kind, base, form, values, saveAgain }: ItemFieldsProps) {
  const { register, setValue, formState, clearErrors } = form;
  const { mediaType } = values;
  const file = mediaType === 'video' || mediaType === 'audio' || mediaType === 'image' ? mediaType : null;
  const hasCaptions = mediaType === 'video' || mediaType === 'audio';
  // A live item keeps its medium until the new one is prepared.
  const isRefused = formState.errors.mediaUrl?.type === 'server';
  // An error in a hidden field would block submitting.
  const keepsCaptions =
    values.captionsUrl !== '' || values.captionsLanguage !== '' || values.furtherCaptions.length > 0;
  const container = useKeptFocus<HTMLDivElement>();
  return (
    <>
      <div className={css.linkField} ref={container} tabIndex={-1}>
        <Field
          label="Media URL"
          optional={kind !== 'droplet'}
          error={errorAt(formState.errors, 'mediaUrl')}
          hint={mediaType === 'video' ? 'A YouTube or Vimeo link, or a video file.' : undefined}
        >
          {(its) => <input {...its} inputMode="url" autoComplete="off" {...register('mediaUrl')} />}
        </Field>
        {file === null ? null : (
          <UploadField
            key={file}
            kind={file}
            label={file === 'image' ? 'Upload the image' : undefined}
            onUploaded={(url) => setValue('mediaUrl', url, SET_BY_BUTTON)}
          />
        )}
        <WritingChoice
          base={base}
          mediaType={mediaType}
          mediaUrl={values.mediaUrl}
          onBegun={(url) => setValue('mediaUrl', url, SET_BY_BUTTON)}
        />
        <WhenReady
          address={values.mediaUrl}
          note={isRefused ? 'This is saved as soon as it is ready.' : undefined}
          onReady={() => {
            clearErrors(['mediaUrl', 'isPublished']);
            if (isRefused) saveAgain();
          }}
        >
          {/* In front of the preview, which appears after typing and would move it. */}
          {mediaType === 'video' ? (
            <PosterField
              kind={kind}
              address={values.mediaUrl}
              onChosen={(url) => setValue('imageUrl', url, SET_BY_BUTTON)}
            />
          ) : null}
          <MediaPreview mediaType={mediaType} address={values.mediaUrl} captionsUrl={values.captionsUrl} />
        </WhenReady>
      </div>
      {hasCaptions || keepsCaptions ? (
        <CaptionsFields
          form={form as unknown as UseFormReturn<ItemValues>}
          id={base?.id ?? null}
          {...{ kind, values }}
        />
      ) : null}
    </>
  );
}
