import { type RefObject, useEffect, useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Ocean, Wave } from '#features/catalogue/contract/schemas.ts';
import type { Item } from '../content/content-kinds.ts';
import { useFormDraft } from '../drafts/form-draft.tsx';
import { useIsLeft } from '../use-is-left.ts';
import { useReportTyped } from '../use-report-typed.ts';
import { FIELD_LABELS } from './field-labels.ts';
import { differingFields, type ItemValues, itemResolver, newValues, valuesOf } from './item-form-schema.ts';
import { useLaterWords } from './use-later-words.ts';
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
  /** Name of the field that takes the focus when the form opens, as when the user just chose the item. */
  wantsFocus: RefObject<string | null>;
  /** Words typed while their item was created, by its id: the form of that item begins with them. */
  typedMeanwhile: RefObject<Map<number, Partial<ItemValues>>>;
  onDirty(dirty: boolean): void;
  /** Called with an item that was created, or whose form has nothing left to save. */
  onSaved(item: Item, isNew: boolean): void;
}

/** Holds an item's form: its values, saving, and what others change in the item meanwhile. */
export function useItemForm(options: ItemFormOptions) {
  const { kind, item, parentId, own, typedMeanwhile, onDirty, onSaved } = options;
  const [base, setBase] = useState(item);
  const [conflict, setConflict] = useState<Item | null>(null);
  const newItemValues = () => newValuesIn(options);
  const form = useForm<ItemValues, unknown, object>({
    resolver: itemResolver(kind),
    mode: 'onTouched',
    defaultValues: item ? valuesOf(kind, item) : newItemValues(),
  });
  const isLeft = useIsLeft();
  const { isDirty, dirtyFields } = form.formState;
  const laterWords = useLaterWords(kind, form);
  const { mutate, isPending } = useSaveItem({
    kind,
    setError: form.setError,
    onConflict: setConflict,
    onSaved(saved, request) {
      setConflict(null);
      const later = laterWords.typed();
      // Another form has replaced it. Later words stay a draft.
      if (isLeft.current) return later ? undefined : draft.clear();
      if (request.id !== null && later) {
        laterWords.stay(saved, later);
        return setBase(saved);
      }
      if (later) typedMeanwhile.current.set(saved.id, later);
      draft.clear();
      if (request.id === null) form.reset(newItemValues());
      onSaved(saved, request.id === null);
    },
  });

  const draft = useFormDraft({
    form,
    name: item ? `${kind}:${item.id}` : `new-${kind}:${parentId ?? 0}`,
    base: String(base?.version ?? 0),
    saved: base ? valuesOf(kind, base) : newItemValues(),
    labelOf: (field) => FIELD_LABELS[field as keyof ItemValues],
  });

  useReportTyped(isDirty, onDirty);
  useStart(options, form, laterWords.put);
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
    /** The item that the form opened with, or that was saved or taken in since. */
    base,
    /** Offers what a closed page left behind. */
    draftNote: draft.note,
    /** The item as changed meanwhile by somebody else. */
    conflict,
    isPending,
    /** Makes a submit handler. `version` is the version that it replaces; null for that of `base`. */
    save: (version: number | null) =>
      form.handleSubmit((parsed) => {
        if (isPending) return;
        laterWords.begin();
        if (!base) return mutate({ id: null, body: parsed });
        const changed = differingFields(kind, valuesOf(kind, base), form.getValues());
        const body = Object.fromEntries(
          Object.entries(parsed).filter(([field]) => (changed as string[]).includes(field)),
        );
        mutate({ id: base.id, body: { ...body, expectedVersion: version ?? base.version } });
      }),
    /** Replaces what was typed by an item that somebody else saved. It can be brought back. */
    takeTheirs(theirs: Item) {
      draft.putAside();
      // Before `reset`, which forgets the fields until the next rendering.
      form.setFocus('title');
      form.reset(valuesOf(kind, theirs));
      setBase(theirs);
      setConflict(null);
    },
  };
}

/** The first values of a new item, which follow its parent. */
function newValuesIn({ kind, parentId, oceans, waves }: ItemFormOptions): ItemValues {
  const parents: readonly (Ocean | Wave)[] = kind === 'wave' ? oceans : waves;
  return newValues(
    kind,
    parents.find(({ id }) => id === parentId),
  );
}

/** Begins with what was typed while the item was created, and with the focus where it is wanted. */
function useStart(
  { item, own, wantsFocus, typedMeanwhile }: ItemFormOptions,
  form: UseFormReturn<ItemValues, unknown, object>,
  put: (words: Partial<ItemValues>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (item) {
      own.current.delete(item.id);
      put(typedMeanwhile.current.get(item.id) ?? {});
      typedMeanwhile.current.delete(item.id);
    }
    if (wantsFocus.current) form.setFocus(wantsFocus.current as FieldPath<ItemValues>);
    wantsFocus.current = null;
  }, []);
}
