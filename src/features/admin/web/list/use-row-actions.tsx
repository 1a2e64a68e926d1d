import { type ReactNode, useRef, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Item } from '../content/content-kinds.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { RowActions } from './item-row.tsx';
import { PositionDialog } from './order/position-dialog.tsx';
import type { useItemCalls } from './use-item-calls.ts';
import type { usePublishWarning } from './use-publish-warning.tsx';

interface RowActionsOptions {
  kind: ItemType;
  items: readonly Item[];
  calls: ReturnType<typeof useItemCalls>;
  publishing: ReturnType<typeof usePublishWarning>;
  onEdit(item: Item): void;
  onDrill(item: Item): void;
  select(ids: readonly number[], on: boolean): void;
  /** Selects from the last chosen item to this one. */
  selectRange(id: number, on: boolean): void;
  move(item: Item, to: number): void;
  /** Shows the page with an index of the list. */
  showIndex(index: number): void;
  /** Called with the ids of deleted items. */
  onGone(ids: readonly number[]): void;
}

/** The actions of a list's rows, with the dialogs before a deletion and for a position. */
export function useRowActions(options: RowActionsOptions): { actions: RowActions; dialogs: ReactNode } {
  const { kind, items, calls, publishing, onEdit, onDrill, select, selectRange, move, showIndex, onGone } =
    options;
  const [removing, setRemoving] = useState<Item | null>(null);
  const [repositioned, setRepositioned] = useState<Item | null>(null);

  /** Ids of the rows with a running call. Further presses on them have no effect. */
  const busy = useRef(new Set<number>());
  const once = async ({ id }: Item, task: () => Promise<unknown>) => {
    if (busy.current.has(id)) return;
    busy.current.add(id);
    try {
      await task();
    } catch {
      // A toast reports the failure.
    } finally {
      busy.current.delete(id);
    }
  };

  const actions: RowActions = {
    edit: onEdit,
    drill: onDrill,
    remove: setRemoving,
    duplicate: (item) =>
      void once(item, async () => {
        await calls.duplicate.mutateAsync(item);
        showIndex(items.length);
      }),
    togglePublished: (item) =>
      void once(item, async () => {
        if (item.isPublished || (await publishing.check([item.id]))) await calls.publish.mutateAsync(item);
      }),
    select: (item, on, range) => (range ? selectRange(item.id, on) : select([item.id], on)),
    move: (item, to) => {
      move(item, to);
      showIndex(Math.max(0, Math.min(to, items.length - 1)));
    },
    askPosition: setRepositioned,
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

  const dialogs = (
    <>
      <DeleteDialog
        kind={kind}
        ids={removing && [removing.id]}
        title={removing?.title ?? ''}
        onConfirm={removeNow}
        onCancel={() => setRemoving(null)}
      />
      <PositionDialog
        item={repositioned}
        index={repositioned ? items.findIndex(({ id }) => id === repositioned.id) : 0}
        count={items.length}
        onMove={(to) => {
          if (repositioned) actions.move(repositioned, to);
        }}
        onClose={() => setRepositioned(null)}
      />
    </>
  );
  return { actions, dialogs };
}
