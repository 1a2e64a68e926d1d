import { type RefObject, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ItemType, Ocean, Wave } from '#features/catalogue/contract.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { type Item, KINDS } from './content-kinds.ts';
import { ItemFields } from './item-fields.tsx';
import { differingFields, type ItemValues, itemResolver, newValues, valuesOf } from './item-form-schema.ts';
import { useSaveItem } from './use-save-item.ts';

interface ItemFormProps {
  kind: ItemType;
  /** Null: a new one. */
  item: Item | null;
  parentId: number | null;
  /** Under which it may lie. */
  oceans: readonly Ocean[];
  waves: readonly Wave[];
  /** Items that have changed by our own hand since the form began from them. */
  own: RefObject<Set<number>>;
  /** Somebody has just chosen the item: the form takes the focus. */
  wantsFocus: RefObject<boolean>;
  onDirty(dirty: boolean): void;
  onSaved(item: Item, isNew: boolean): void;
  onCancel(): void;
}

/** Makes a new ocean, wave or droplet, or changes one that is there. */
export function ItemForm(props: ItemFormProps) {
  const { kind, item, parentId, own, wantsFocus, onDirty, onSaved, onCancel } = props;
  /** What the form began from. */
  const [base, setBase] = useState(item);
  /** What somebody else has made of it meanwhile. */
  const [conflict, setConflict] = useState<Item | null>(null);
  const form = useForm<ItemValues, unknown, object>({
    resolver: itemResolver(kind),
    mode: 'onTouched',
    defaultValues: item ? valuesOf(kind, item) : newValues(kind, parentId),
  });
  const { isDirty, dirtyFields } = form.formState;
  const values = form.watch();
  const { mutate, isPending } = useSaveItem({
    kind,
    setError: form.setError,
    onConflict: setConflict,
    onSaved(saved, wish) {
      setConflict(null);
      if (wish.id === null) {
        form.reset(newValues(kind, parentId));
        form.setFocus('title');
      }
      onSaved(saved, wish.id === null);
    },
  });

  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => () => onDirty(false), [onDirty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form comes
  useEffect(() => {
    if (item) own.current.delete(item.id);
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    form.setFocus('title');
  }, []);
  // The list has been asked for again, and the item is another one now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new item counts
  useEffect(() => {
    if (!item || !base || item.version === base.version) return;
    // By somebody else, while we type: saving will tell.
    if (Object.keys(dirtyFields).length > 0 && !own.current.has(item.id)) return;
    own.current.delete(item.id);
    form.reset(valuesOf(kind, item), { keepDirtyValues: true });
    setBase(item);
  }, [item]);

  const save = (version: number | null) =>
    form.handleSubmit((parsed) => {
      if (isPending) return;
      if (!base) return mutate({ id: null, body: parsed });
      const changed = differingFields(kind, valuesOf(kind, base), form.getValues());
      const body = Object.fromEntries(
        Object.entries(parsed).filter(([field]) => (changed as string[]).includes(field)),
      );
      mutate({ id: base.id, body: { ...body, expectedVersion: version ?? base.version } });
    });

  const busyLabel = base ? 'Saving...' : 'Creating...';
  return (
    <form className="admin-form" method="dialog" noValidate onSubmit={save(null)}>
      <ItemFields {...props} isNew={base === null} form={form} values={values} />
      {base && conflict ? (
        <ConflictNotice
          key={conflict.version}
          kind={kind}
          base={base}
          current={conflict}
          values={values}
          busy={isPending}
          onKeepMine={save(conflict.version)}
          onTakeTheirs={() => {
            form.reset(valuesOf(kind, conflict));
            setBase(conflict);
            setConflict(null);
            form.setFocus('title');
          }}
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
    </form>
  );
}
