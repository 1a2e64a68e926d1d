import { useEffect, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { type Item, KINDS } from '../content/content-kinds.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import * as css from './content-list.module.css';
import { isFiltering } from './filter/list-filter.ts';
import { ListFilterBar } from './filter/list-filter-bar.tsx';
import { ItemRows } from './item-rows.tsx';
import { ListHeading } from './list-heading.tsx';
import { useOrdering } from './order/use-ordering.ts';
import { Pager } from './pager.tsx';
import { useItemCalls } from './use-item-calls.ts';
import { useListPages } from './use-list-pages.ts';
import { usePublishWarning } from './use-publish-warning.tsx';
import { useRowActions } from './use-row-actions.tsx';
import { useSelection } from './use-selection.ts';

interface ItemListProps {
  kind: ItemType;
  items: readonly Item[];
  parentId: number | null;
  queryKey: readonly string[];
  /** Id of the item in the form. */
  editing: number | null;
  onEdit(item: Item): void;
  onDrill(item: Item): void;
  /** Called with the ids of items changed by this page. */
  onOwn(ids: readonly number[]): void;
  /** Called with the ids of deleted items, and with the id of the row beside them; null when none is left. */
  onGone(ids: readonly number[], beside: number | null): void;
}

/** A paged list of oceans, waves or droplets with all actions outside the form. */
export function ItemList(props: ItemListProps) {
  const { kind, items, parentId, queryKey, editing, onEdit, onDrill, onOwn } = props;
  const { names, empty } = KINDS[kind];
  const { filter, changeFilter, shown, rows, first, showIndex, pager } = useListPages(items, editing);
  const selection = useSelection(items);
  const calls = useItemCalls(kind, onOwn);
  const publishing = usePublishWarning(kind);
  const onGone = (ids: readonly number[]) => props.onGone(ids, rowBeside(shown, ids));
  const move = useOrdering({ kind, parentId, items, queryKey });
  const { actions, dialogs } = useRowActions({
    kind,
    items,
    calls,
    publishing,
    onEdit,
    onDrill,
    select: selection.select,
    selectRange: (id, on) =>
      selection.selectRange(
        id,
        on,
        shown.map((each) => each.id),
      ),
    move,
    showIndex,
    onGone,
  });

  // The reasons of a failure belong to its items, so a new selection clears them.
  const { isError, reset } = calls.several;
  const isOver = isError && selection.ids.length === 0;
  useEffect(() => {
    if (isOver) reset();
  }, [isOver, reset]);

  const [checking, setChecking] = useState(false);
  const changeSelected = async (change: BulkChange) => {
    const { ids } = selection;
    const onSuccess = () => {
      if (change.action !== 'delete' && change.action !== 'move') return;
      selection.clear();
      onGone(ids);
    };
    const chosen = items.filter(({ id }) => ids.includes(id));
    if (change.action === 'publish') {
      setChecking(true);
      const publishes = await publishing.check(ids);
      setChecking(false);
      if (!publishes) return;
    }
    calls.several.mutate({ items: chosen, change }, { onSuccess });
  };

  if (items.length === 0) return <p className={css.empty}>{empty}</p>;
  return (
    <>
      <ListFilterBar kind={kind} filter={filter} onChange={changeFilter} />
      <ListHeading kind={kind} items={items} shown={shown} selection={selection} />
      {selection.ids.length > 0 ? (
        <BulkBar
          kind={kind}
          items={items.filter(({ id }) => selection.has(id))}
          parentId={parentId}
          failure={calls.several.error}
          busy={calls.several.isPending || checking}
          onClear={selection.clear}
          onChange={(change) => void changeSelected(change)}
        />
      ) : null}
      {shown.length === 0 ? <p className={css.empty}>No {names} match this search.</p> : null}
      <ItemRows
        kind={kind}
        items={items}
        rows={rows}
        first={first}
        editing={editing}
        selection={selection}
        fixed={isFiltering(filter) ? 'Clear the search and filters to change the order' : null}
        actions={actions}
        onDrop={move}
      />
      <Pager {...pager} />
      {dialogs}
      {publishing.dialog}
    </>
  );
}

/** Finds the row that takes the focus when others are gone: the next one, or the one before them. */
function rowBeside(items: readonly Item[], gone: readonly number[]): number | null {
  const isGone = ({ id }: Item) => gone.includes(id);
  const last = items.findLastIndex(isGone);
  const row = items[last + 1] ?? items.findLast((item) => !isGone(item));
  return row?.id ?? null;
}
