import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Item } from '../content/content-kinds.ts';
import { differingFields, type ItemValues, valuesOf } from './item-form-schema.ts';

/** Preserves text typed in an item's form while the item is being saved. */
export function useLaterWords(kind: ItemType, form: UseFormReturn<ItemValues, unknown, object>) {
  const sent = useRef<ItemValues>(undefined);
  const put = (words: Partial<ItemValues>) => {
    for (const field of Object.keys(words) as (keyof ItemValues)[])
      form.setValue(field, words[field] as never, { shouldDirty: true });
  };
  return {
    /** Must be called when the form is submitted. */
    begin() {
      sent.current = structuredClone(form.getValues());
    },
    /** Returns the values typed since then; undefined without any. */
    typed(): Partial<ItemValues> | undefined {
      const now = form.getValues();
      const fields = differingFields(kind, sent.current ?? now, now);
      return fields.length === 0 ? undefined : Object.fromEntries(fields.map((field) => [field, now[field]]));
    },
    /** Keeps later text in the form, as changes of the saved item. */
    stay(saved: Item, words: Partial<ItemValues>): void {
      form.reset(valuesOf(kind, saved), { keepValues: true });
      put(words);
    },
    /** Sets values in the form, as changes. */
    put,
  };
}
