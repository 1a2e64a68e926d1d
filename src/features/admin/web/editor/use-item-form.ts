import { type RefObject, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import type { Item } from '../content/content-kinds.ts';
import { differingFields, type ItemValues, itemResolver, newValues, valuesOf } from './item-form-schema.ts';
import { useSaveItem } from './use-save-item.ts';

export interface ItemFormOptions {
  kind: ItemType;
  /** Null for a new item. */
  item: Item | null;
  parentId: number | null;
  /** Possible parents. */
  oceans: readonly Ocean[];
  waves: readonly Wave[];
  /** Ids of items that this page itself changed since the form opened. */
  own: RefObject<Set<number>>;
  /** Set when the user just chose the item: the form takes the focus. */
  wantsFocus: RefObject<boolean>;
  onDirty(dirty: boolean): void;
  onSaved(item: Item, isNew: boolean): void;
}

/** Holds an item's form: its values, saving, and what others change in the item meanwhile. */
export function useItemForm(options: ItemFormOptions) {
  const { kind, item, parentId, oceans, waves, own, wantsFocus, onDirty, onSaved } = options;
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<Item | null>(null);
  const newItemValues = () =>
    newValues(
      kind,
      (kind === 'wave' ? oceans : waves).find(({ id }) => id === parentId),
    );
  const form = useForm<ItemValues, unknown, object>({
    resolver: itemResolver(kind),
    mode: 'onTouched',
    defaultValues: item ? valuesOf(kind, item) : newItemValues(),
  });
  const { isDirty, dirtyFields } = form.formState;
  const { mutate, isPending } = useSaveItem({
    kind,
    setError: form.setError,
    onConflict: setConflict,
    onSaved(saved, request) {
      setConflict(null);
      if (request.id === null) {
        form.reset(newItemValues());
        form.setFocus('title');
      }
      onSaved(saved, request.id === null);
    },
  });

  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (item) own.current.delete(item.id);
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    form.setFocus('title');
  }, []);
  // The list was refetched and holds a newer item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reacts to new items only
  useEffect(() => {
    if (!item || !base || item.version === base.version) return;
    // Changed by somebody else: saving reports the conflict.
    if (Object.keys(dirtyFields).length > 0 && !own.current.has(item.id)) return;
    own.current.delete(item.id);
    form.reset(valuesOf(kind, item), { keepDirtyValues: true });
    setBase(item);
  }, [item]);

  return {
    form,
    /** The item that the form opened with. */
    base,
    /** The item as changed meanwhile by somebody else. */
    conflict,
    isPending,
    /** Makes a submit handler. `version` is the version that it replaces; null for that of `base`. */
    save: (version: number | null) =>
      form.handleSubmit((parsed) => {
        if (isPending) return;
        if (!base) return mutate({ id: null, body: parsed });
        const changed = differingFields(kind, valuesOf(kind, base), form.getValues());
        const body = Object.fromEntries(
          Object.entries(parsed).filter(([field]) => (changed as string[]).includes(field)),
        );
        mutate({ id: base.id, body: { ...body, expectedVersion: version ?? base.version } });
      }),
    /** Replaces what was typed by an item that somebody else saved. */
    takeTheirs(theirs: Item) {
      form.reset(valuesOf(kind, theirs));
      setBase(theirs);
      setConflict(null);
      form.setFocus('title');
    },
  };
}
