import { useRef } from 'react';
import { type Files, FilesOnTheirWay, useFilesFirst } from '#features/uploads/web/files-on-their-way.tsx';
import { Form } from '#platform/design/form/form.tsx';
import { keepFieldFocused } from '#platform/design/form/keep-field-focused.ts';
import { SubmitButton } from '#platform/design/form/submit-button.tsx';
import { KINDS } from '../content/content-kinds.ts';
import { useSaveKey } from '../keys/use-save-key.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { ItemFields } from './item-fields.tsx';
import { type ItemFormOptions, useItemForm } from './use-item-form.ts';

interface ItemFormProps extends ItemFormOptions {
  /** Files being uploaded by its fields. */
  files: Files;
  onCancel(): void;
}

/** The form that creates or edits an ocean, wave or droplet. */
export function ItemForm(props: ItemFormProps) {
  const { kind, files, onCancel } = props;
  const { form, base, draftNote, conflict, isPending, save, takeTheirs } = useItemForm(props);
  const values = form.watch();
  const element = useRef<HTMLFormElement>(null);
  const filesFirst = useFilesFirst(files, (version: number | null) => void save(version)());
  // A created item leaves an empty form, which has nothing to save.
  useSaveKey(() => element.current?.requestSubmit(), isPending && base !== null);
  return (
    <Form
      ref={element}
      className="admin-form"
      noValidate
      onMouseDown={keepFieldFocused}
      pending={isPending}
      // Failures are shown beside fields and in a toast.
      error={null}
      onSubmit={() => filesFirst.save(null)}
    >
      {draftNote}
      <FilesOnTheirWay value={files.register}>
        <ItemFields
          {...props}
          {...{ base, form, values }}
          saveAgain={() => element.current?.requestSubmit()}
        />
      </FilesOnTheirWay>
      {base && conflict ? (
        <ConflictNotice
          key={conflict.version}
          kind={kind}
          base={base}
          current={conflict}
          values={values}
          busy={isPending}
          onKeepMine={() => filesFirst.save(conflict.version)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      ) : null}
      {filesFirst.note}
      <div className="row end">
        {base ? (
          <button className="btn line" type="button" onClick={onCancel}>
            Cancel
          </button>
        ) : null}
        <SubmitButton
          className="btn"
          label={base ? 'Save changes' : `Create ${KINDS[kind].Name.toLowerCase()}`}
          busyLabel={base ? 'Saving...' : 'Creating...'}
        />
      </div>
    </Form>
  );
}
