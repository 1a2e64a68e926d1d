import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DraftNote } from './draft-note.tsx';
import { type DraftValues, differingKeys } from './draft-values.ts';
import { useDraft } from './use-draft.ts';

interface FormDraftOptions<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, object>;
  /** The edited item or setting: 'droplet:7'. */
  name: string;
  /**
   * Version of the state from which the form began. Another one means that another person has saved since.
   */
  base: string;
  saved: Values;
  /** Returns the label of a field, for the note. */
  labelOf(field: string): string;
}

/**
 * Stores drafts of a react-hook-form form. Returns the note that offers an earlier draft, `clear` to call
 * after saving, and `putAside` to call before other values replace the typed ones.
 */
export function useFormDraft<Values extends FieldValues>(options: FormDraftOptions<Values>) {
  const { form, name, base, saved, labelOf } = options;
  const draft = useDraft<DraftValues>({ form: name, base, saved, read: () => form.getValues() });
  const changed = useEffectEvent(draft.changed);
  useEffect(() => {
    const subscription = form.watch(() => changed());
    return () => subscription.unsubscribe();
  }, [form]);
  const { offer } = draft;
  let note: ReactNode = null;
  if (offer) {
    const differing = differingKeys(offer.values, saved);
    const fields = differing.map(labelOf);
    const bringBack = () => {
      draft.letGo();
      draft.putAside();
      for (const field of differing)
        form.setValue(field as never, offer.values[field] as never, { shouldDirty: true, shouldTouch: true });
      // The note disappears with its button.
      form.setFocus(differing[0] as never);
    };
    note = (
      <DraftNote
        at={offer.at}
        onBringBack={bringBack}
        onLetGo={() => {
          draft.letGo();
          form.setFocus(Object.keys(saved)[0] as never);
        }}
      >
        {fields.length > 0 ? `They differ in: ${fields.join(', ')}.` : null}
        {offer.isStale ? ' It was changed by somebody since then. Look at it before you save.' : null}
      </DraftNote>
    );
  }
  const { clear, putAside, status } = draft;
  return { note, clear, putAside, isFull: status === 'no-room' };
}
