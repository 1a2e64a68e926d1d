import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { undoSeveral } from '../../history/history-queries.ts';
import { PartlyDone } from '../../in-parts.ts';
import { changeFailure } from '../../presses/change-failure.ts';

/** Undoes a bulk change, and shows a toast whose Undo redoes it. */
export function useUndoSeveral(kind: ItemType, onOwn: (ids: readonly number[]) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ entries }: { entries: readonly number[]; ids: readonly number[] }) =>
      undoSeveral(api, entries),
    onSuccess: async (entries, { ids }) => {
      onOwn(ids);
      const count = entries.length;
      toast({
        title: 'Change undone',
        description: `${many(count, kind)} ${count === 1 ? 'is as it was' : 'are as they were'} before.`,
        undo: () => mutate({ entries, ids }),
      });
      await queries.invalidateQueries();
    },
    onError: async (error, { entries }) => {
      const part = error instanceof PartlyDone ? error : null;
      changeFailure(
        part ? `Only ${part.done.length} of ${many(entries.length, 'change')} undone` : 'Nothing was undone',
      )(part ? part.cause : error);
      await queries.invalidateQueries();
    },
  });
  return mutate;
}
