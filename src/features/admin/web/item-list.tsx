import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { many } from '#features/catalogue/web/counts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type Item, KINDS } from './content-kinds.ts';
import { ItemRow, type RowActions } from './item-row.tsx';
import { filterItems, isFiltering, NO_FILTER } from './list-filter.ts';
import { ListFilterBar } from './list-filter-bar.tsx';
import { Pager } from './pager.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { useDrag } from './use-drag.ts';
import { useItemCalls } from './use-item-calls.ts';
import { useOrdering } from './use-ordering.ts';

const PER_PAGE = 50;

interface ItemListProps {
  kind: ItemType;
  items: readonly Item[];
  parentId: number | null;
  queryKey: readonly string[];
  /** In the form. */
  editing: number | null;
  onEdit(item: Item): void;
  onDrill(item: Item): void;
  /** Items that have changed by our own hand. */
  onOwn(ids: readonly number[]): void;
  /** They are no longer there. */
  onGone(ids: readonly number[]): void;
}

/** A list of oceans, waves or droplets, a page at a time, and all that is done without the form. */
export function ItemList(props: ItemListProps) {
  const { kind, items, parentId, queryKey, editing, onEdit, onDrill, onOwn, onGone } = props;
  const { names, empty } = KINDS[kind];
  const list = useRef<HTMLUListElement>(null);
  const [filter, setFilter] = useState(NO_FILTER);
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [removing, setRemoving] = useState<Item | null>(null);
  const [placing, setPlacing] = useState<Item | null>(null);
  const calls = useItemCalls(kind, onOwn);
  const { move, said } = useOrdering({ kind, parentId, items, queryKey });

  const shown = useDeferredValue(
    useMemo(() => filterItems(items, filter), [items, filter]),
    items,
  );
  const lastPage = Math.max(0, Math.ceil(shown.length / PER_PAGE) - 1);
  const at = Math.min(page, lastPage);
  const first = at * PER_PAGE;
  const rows = shown.slice(first, first + PER_PAGE);
  const selected = useMemo(() => items.filter(({ id }) => chosen.has(id)), [items, chosen]);
  const fixed = isFiltering(filter) ? 'Clear search and filters to change the order' : null;

  const { drag, handle, wasDragged } = useDrag(list, (from, to) => {
    const item = rows[from];
    if (item) move(item, first + to);
  });

  // What is edited is in sight.
  const editedPlace = editing === null ? -1 : shown.findIndex(({ id }) => id === editing);
  const editedPage = editedPlace < 0 ? null : Math.floor(editedPlace / PER_PAGE);
  useEffect(() => {
    if (editedPage !== null) setPage(editedPage);
  }, [editedPage]);

  const select = (ids: readonly number[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });

  const actions: RowActions = {
    edit: onEdit,
    drill: onDrill,
    remove: setRemoving,
    duplicate: (item) =>
      calls.duplicate.mutate(item, {
        onSuccess: () => setPage(Math.floor(items.length / PER_PAGE)),
      }),
    togglePublished: (item) => {
      if (!calls.publish.isPending) calls.publish.mutate(item);
    },
    select: (item, on) => select([item.id], on),
    move: (item, to) => {
      move(item, to);
      setPage(Math.floor(Math.max(0, Math.min(to, items.length - 1)) / PER_PAGE));
    },
    askPlace: setPlacing,
  };

  const removeNow = () => {
    if (!removing) return;
    const { id } = removing;
    setRemoving(null);
    calls.remove.mutate(removing, {
      onSuccess: () => {
        select([id], false);
        onGone([id]);
      },
    });
  };

  if (items.length === 0) return <p className="list-empty">{empty}</p>;
  const ids = shown.map(({ id }) => id);
  const all = ids.length > 0 && ids.every((id) => chosen.has(id));
  const drafts = items.filter((item) => !item.isPublished).length;
  return (
    <>
      <ListFilterBar
        kind={kind}
        filter={filter}
        onChange={(next) => {
          setFilter(next);
          setPage(0);
        }}
      />
      <div className="list-head">
        {shown.length === 0 ? null : (
          <label className="tick-label">
            <input
              type="checkbox"
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = !all && selected.length > 0;
              }}
              onChange={(event) => select(ids, event.target.checked)}
            />
            Select all {shown.length === items.length ? names : 'that are found'}
          </label>
        )}
        <span className="meta" role="status">
          {shown.length === items.length
            ? [many(items.length, kind), drafts > 0 ? many(drafts, 'draft') : ''].filter(Boolean).join(', ')
            : `${shown.length} of ${many(items.length, kind)}`}
        </span>
      </div>
      {selected.length > 0 ? (
        <BulkBar
          kind={kind}
          count={selected.length}
          busy={calls.several.isPending}
          onClear={() => setChosen(new Set())}
          onChange={(change) => {
            const chosenIds = selected.map(({ id }) => id);
            calls.several.mutate(
              { ids: chosenIds, change },
              {
                onSuccess: () => {
                  if (change.action !== 'delete') return;
                  setChosen(new Set());
                  onGone(chosenIds);
                },
              },
            );
          }}
        />
      ) : null}
      {shown.length === 0 ? <p className="list-empty">No {names} match this search.</p> : null}
      <ul className="admin-list content-list" ref={list}>
        {rows.map((item, row) => (
          <ItemRow
            key={item.id}
            kind={kind}
            item={item}
            place={fixed === null ? first + row : items.indexOf(item)}
            count={items.length}
            current={item.id === editing}
            selected={chosen.has(item.id)}
            fixed={fixed}
            dragState={dragStateOf(drag, row)}
            handle={handle(row)}
            wasDragged={wasDragged}
            actions={actions}
          />
        ))}
      </ul>
      <Pager page={at} perPage={PER_PAGE} count={shown.length} onTurn={setPage} />
      <p className="sr" role="status">
        {said}
      </p>
      <ConfirmDialog
        open={removing !== null}
        title={`Delete “${removing?.title ?? ''}”`}
        label="Delete"
        onConfirm={removeNow}
        onCancel={() => setRemoving(null)}
      >
        <p>Are you sure you want to delete this {kind}? This action cannot be undone.</p>
      </ConfirmDialog>
      <PlaceDialog
        item={placing}
        place={placing ? items.findIndex(({ id }) => id === placing.id) : 0}
        count={items.length}
        onMove={(to) => {
          if (placing) actions.move(placing, to);
        }}
        onClose={() => setPlacing(null)}
      />
    </>
  );
}

function dragStateOf(drag: { from: number; to: number } | null, row: number) {
  if (!drag) return null;
  if (drag.from === row) return 'held' as const;
  if (drag.to < drag.from && row === drag.to) return 'before' as const;
  return drag.to > drag.from && row === drag.to ? ('after' as const) : null;
}
