import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { useSingle } from '../presses/use-single.ts';
import { undoChange } from './history-queries.ts';

interface Undoing {
  id: number;
  title: string;
  /** Whether the button is in a toast. A failure then opens another toast, because the page may be closed. */
  isInToast?: boolean;
}

const showFailure = changeFailure('The change was not undone');

/** Undoes a change, and shows a toast whose Undo redoes it. */
export function useUndo() {
  const api = useApi();
  const queries = useQueryClient();
  const undoing = useMutation({
    mutationFn: ({ id }: Undoing) => undoChange(api, id),
    onSuccess: async ({ id, newSlug }, { title }) => {
      toast({
        title: 'Change undone',
        description:
          newSlug === null
            ? `“${title}” is as it was before.`
            : `“${title}” is as it was before. Another item has its slug, so its new one is “${newSlug}”.`,
        ...(id === null ? {} : { undo: () => undoing.mutate({ id, title, isInToast: true }) }),
      });
      await queries.invalidateQueries();
    },
    onError: (failure, { isInToast }) => {
      if (isInToast) showFailure(failure);
      return queries.invalidateQueries();
    },
  });
  const { isPending, error, variables } = undoing;
  return { undo: useSingle(undoing), isPending, error: variables?.isInToast ? null : error };
}
