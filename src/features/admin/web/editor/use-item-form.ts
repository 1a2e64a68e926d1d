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
  /** Ids of items changed by this page since the form opened. */
  own: RefObject<Set<number>>;
  /** Name of the field to focus when the form opens, as after choosing an item. */
  wantsFocus: RefObject<string | null>;
  /** Text typed while an item was being created, by the item's id. The item's form starts with it. */
  typedMeanwhile: RefObject<Map<number, Partial<ItemValues>>>;
  onDirty(dirty: boolean): void;
  /** Called with a created item, or an item whose form is completely saved. */
  onSaved(item: Item, isNew: boolean): void;
}

/** Manages an item's form: its values, saving, and simultaneous changes by others. */
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
      // Another form has replaced this one. Later text remains a draft.
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
    // Another person has changed the item, so saving will report the conflict.
    if (Object.keys(dirtyFields).length > 0 && !own.current.has(item.id)) return;
    own.current.delete(item.id);
    form.reset(valuesOf(kind, item), { keepDirtyValues: true });
    setBase(item);
  }, [item]);

  return {
    form,
    /** The item as loaded into the form, last saved, or replaced by another person's version. */
    base,
    /** The note that offers a closed page's draft. */
    draftNote: draft.note,
    /** The item as changed by another person meanwhile. */
    conflict,
    isPending,
    /** Returns a submit handler. `version`: the version to replace; null for that of `base`. */
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
    /** Replaces the typed values by another person's version. The draft can restore them. */
    takeTheirs(theirs: Item) {
      draft.putAside();
      // Before `reset`, which unregisters the fields until the next rendering.
      form.setFocus('title');
      form.reset(valuesOf(kind, theirs));
      setBase(theirs);
      setConflict(null);
    },
  };
}

/** Returns the initial values of a new item, which follow its parent. */
function newValuesIn({ kind, parentId, oceans, waves }: ItemFormOptions): ItemValues {
  const parents: readonly (Ocean | Wave)[] = kind === 'wave' ? oceans : waves;
  return newValues(
    kind,
    parents.find(({ id }) => id === parentId),
  );
}

/** Applies text typed during the creation of the item, and the requested focus. */
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
