import { useRef } from 'react';
import { Form } from '#platform/design/form/form.tsx';
import { KINDS } from '../content/content-kinds.ts';
import { useSaveKey } from '../keys/use-save-key.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { ItemFields } from './item-fields.tsx';
import { type ItemFormOptions, useItemForm } from './use-item-form.ts';

interface ItemFormProps extends ItemFormOptions {
  onCancel(): void;
}

/** The form that creates or edits an ocean, wave or droplet. */
export function ItemForm(props: ItemFormProps) {
  const { kind, onCancel } = props;
  const { form, base, draftNote, conflict, isPending, save, takeTheirs } = useItemForm(props);
  const values = form.watch();
  const element = useRef<HTMLFormElement>(null);
  // A created item leaves an empty form, in which nothing is to be saved.
  useSaveKey(() => element.current?.requestSubmit(), isPending && base !== null);
  const busyLabel = base ? 'Saving...' : 'Creating...';
  return (
    <Form
      ref={element}
      className="admin-form"
      noValidate
      pending={isPending}
      // Failures show beside their fields and in a toast.
      error={null}
      onSubmit={(event) => void save(null)(event)}
    >
      {draftNote}
      <ItemFields {...props} base={base} form={form} values={values} />
      {base && conflict ? (
        <ConflictNotice
          key={conflict.version}
          kind={kind}
          base={base}
          current={conflict}
          values={values}
          busy={isPending}
          onKeepMine={save(conflict.version)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      ) : null}
      <div className="row end">
        {base ? (
          <button className="btn line" type="button" onClick={onCancel}>
            Cancel
          </button>
        ) : null}
        <button className="btn" type="submit" aria-disabled={isPending || undefined}>
          {isPending ? busyLabel : base ? 'Save changes' : `Create ${KINDS[kind].Name.toLowerCase()}`}
        </button>
      </div>
    </Form>
  );
}
