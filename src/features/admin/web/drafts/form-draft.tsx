import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DraftNote } from './draft-note.tsx';
import { type DraftValues, differingKeys } from './draft-values.ts';
import { useDraft } from './use-draft.ts';

interface FormDraftOptions<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, object>;
  /** The edited item or setting: 'droplet:7'. */
  name: string;
  /** State that the form began from, such as the item's version. Another base: somebody has saved since. */
  base: string;
  saved: Values;
  /** Name of a field, for the note. */
  labelOf(field: string): string;
}

/**
 * Keeps what is typed in a form of react-hook-form. Returns the note that offers what was left behind,
 * `clear`, to be called after saving, and `putAside`, before other values replace what is typed.
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
      // The note has gone with its button.
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
