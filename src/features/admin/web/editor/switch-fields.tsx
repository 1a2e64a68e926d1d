import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { FieldNote, noteProps } from '#platform/design/form/field-note.tsx';
import * as css from './item-editor.module.css';
import { errorAt, type ItemValues } from './item-form-schema.ts';

interface SwitchFieldsProps {
  kind: ItemType;
  form: UseFormReturn<ItemValues, unknown, object>;
}

/** Switches for publishing the item and, for waves and droplets, for a free sample. */
export function SwitchFields({ kind, form: { register, formState } }: SwitchFieldsProps) {
  // The server may refuse to publish it.
  const note = { id: `${useId()}-note`, error: errorAt(formState.errors, 'isPublished') };
  return (
    <div>
      <div className={`row ${css.switches}`}>
        <label className="switch">
          <input type="checkbox" {...noteProps(note)} {...register('isPublished')} />
          Published
        </label>
        {kind === 'ocean' ? null : (
          <label className="switch">
            <input type="checkbox" {...register('isSample')} />
            Free sample
          </label>
        )}
      </div>
      <FieldNote {...note} />
    </div>
  );
}
