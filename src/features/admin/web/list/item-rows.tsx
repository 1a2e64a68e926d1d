import { useRef } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Item } from '../content/content-kinds.ts';
import * as css from './content-list.module.css';
import { ItemRow, type RowActions } from './item-row.tsx';
import { useDrag } from './order/use-drag.ts';
import type { Selection } from './use-selection.ts';

interface ItemRowsProps {
  kind: ItemType;
  /** The whole list. */
  items: readonly Item[];
  /** The items of the current page, and the index of the first one in the filtered list. */
  rows: readonly Item[];
  first: number;
  /** Id of the item in the form. */
  editing: number | null;
  selection: Selection;
  /** Reason why the order cannot be changed; null if it can. */
  fixed: string | null;
  actions: RowActions;
  /** Called with a dragged item and its new index in the whole list. */
  onDrop(item: Item, to: number): void;
}

/** The rows of one page, which can be dragged into another order. */
export function ItemRows(props: ItemRowsProps) {
  const { kind, items, rows, first, editing, selection, fixed, actions, onDrop } = props;
  const list = useRef<HTMLUListElement>(null);
  const { drag, handle, wasDragged } = useDrag(list, (from, to) => {
    const item = rows[from];
    if (item) onDrop(item, first + to);
  });
  return (
    <ul className={`admin-list ${css.items}`} data-part="items" ref={list}>
      {rows.map((item, row) => (
        <ItemRow
          key={item.id}
          kind={kind}
          item={item}
          index={fixed === null ? first + row : items.indexOf(item)}
          count={items.length}
          current={item.id === editing}
          selected={selection.has(item.id)}
          fixed={fixed}
          dragState={dragStateOf(drag, row)}
          handle={handle(row)}
          wasDragged={wasDragged}
          actions={actions}
        />
      ))}
    </ul>
  );
}

function dragStateOf(drag: { from: number; to: number } | null, row: number) {
  if (!drag) return null;
  if (drag.from === row) return 'held' as const;
  if (drag.to < drag.from && row === drag.to) return 'before' as const;
  return drag.to > drag.from && row === drag.to ? ('after' as const) : null;
}
