import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { type BulkResult, BulkStopped, changeSeveral, setPublished } from '../content/bulk-calls.ts';
import { deleteItem, duplicateItem, refetchContent } from '../content/content-calls.ts';
import { type Item, KINDS, livesLater } from '../content/content-kinds.ts';
import { changeFailure, failedChange } from '../presses/change-failure.ts';
import { useRestore } from '../trash/use-restore.ts';
import { bulkText, doneWord } from './bulk/bulk-text.ts';
import { useUndoSeveral } from './bulk/use-undo-several.ts';

const UNDO_HINT = 'Undo works for ten seconds. After that, restore it in the Trash.';

/**
 * Item actions outside the form. `onOwn` gets the ids changed by this page, so that the form does not report
 * a conflict. A row ignores presses until its call has ended. Publishing does not wait for the refetched
 * lists, but copying does, because a double click would make two copies.
 */
export function useItemCalls(kind: ItemType, onOwn: (ids: readonly number[]) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { Name, Names, names } = KINDS[kind];
  const restore = useRestore();
  const undoSeveral = useUndoSeveral(kind, onOwn);

  // A stale list may have caused the failure.
  const failed = (verb: string) => (error: unknown) => {
    changeFailure(`Failed to ${verb} ${kind}`)(error);
    void refetchContent(queries);
  };

  const remove = useMutation({
    mutationFn: (item: Item) => deleteItem(api, kind, item.id),
    onSuccess: async (_, item) => {
      toast({
        icon: 'trash',
        title: `${Name} deleted`,
        description: `“${item.title}” has been deleted successfully. ${UNDO_HINT}`,
        undo: () => restore.mutate({ type: kind, ids: [item.id] }),
      });
      await refetchContent(queries);
    },
    onError: failed('delete'),
  });
  const duplicate = useMutation({
    mutationFn: (item: Item) => duplicateItem(api, kind, item.id),
    onSuccess: async (copy) => {
      toast({
        title: `${Name} created`,
        description: `“${copy.title}” has been created successfully, as a draft at the end of the list.`,
      });
      await refetchContent(queries);
    },
    onError: failed('create'),
  });
  /** Returns the Undo of a bulk change; undefined when nothing changed. */
  const undoOf = ({ action }: BulkChange, { ids, changed, entries }: BulkResult) => {
    if (action === 'delete') return changed > 0 ? () => restore.mutate({ type: kind, ids }) : undefined;
    return entries.length > 0 ? () => undoSeveral({ entries, ids }) : undefined;
  };
  const publish = useMutation({
    mutationFn: ({ id, isPublished }: Item) => setPublished(api, kind, id, !isPublished),
    onSuccess: (result, { title, isPublished, mediaType }) => {
      onOwn(result.ids);
      const done = `has been ${isPublished ? 'unpublished' : 'published'} successfully.`;
      toast({
        title: `${Name} updated`,
        description: `“${title}” ${result.waiting > 0 ? livesLater(mediaType) : done}`,
        undo: undoOf({ action: 'publish' }, result),
      });
      void refetchContent(queries);
    },
    onError: failed('update'),
  });
  const several = useMutation({
    mutationFn: ({ items, change }: { items: readonly Item[]; change: BulkChange }) =>
      changeSeveral(api, kind, items, change),
    onSuccess: async (result, { change }) => {
      onOwn(result.ids);
      const isDeletion = change.action === 'delete';
      const done = doneWord(change);
      const description = bulkText(kind, done, result);
      toast({
        title: `${Names} ${done === 'moved' ? 'updated' : done}`,
        description: isDeletion ? `${description} ${UNDO_HINT}` : description,
        ...(isDeletion ? { icon: 'trash' } : {}),
        undo: undoOf(change, result),
      });
      await refetchContent(queries);
    },
    onError: (error, { change }) => {
      if (!(error instanceof BulkStopped)) return;
      const { ids, changed } = error.done;
      onOwn(ids);
      const done = `${many(changed, kind)} ${changed === 1 ? 'has' : 'have'} been ${doneWord(change)}.`;
      const verb = change.action === 'delete' ? 'delete' : 'update';
      const what = changed === 0 ? names : `some ${names}`;
      const failure = failedChange(`Failed to ${verb} ${what}`, error.cause);
      toast({
        ...failure,
        ...(changed > 0 && { description: `${done} For the others: ${failure.description}` }),
        undo: undoOf(change, error.done),
      });
      void refetchContent(queries);
    },
  });
  return { remove, duplicate, publish, several };
}
