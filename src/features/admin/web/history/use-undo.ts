import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { undoChange } from './history-queries.ts';

interface Undoing {
  id: number;
  title: string;
}

/** Undoes a change, and reports it in a toast whose Undo brings the change back. */
export function useUndo() {
  const api = useApi();
  const queries = useQueryClient();
  const { mutate, ...state } = useMutation({
    mutationFn: ({ id }: Undoing) => undoChange(api, id),
    onSuccess: async ({ id, newSlug }, { title }) => {
      toast({
        title: 'Change undone',
        description:
          newSlug === null
            ? `“${title}” is as it was before.`
            : `“${title}” is as it was before. Another item has its slug, so its new one is “${newSlug}”.`,
        ...(id === null ? {} : { undo: () => mutate({ id, title }) }),
      });
      await queries.invalidateQueries();
    },
    onError: () => queries.invalidateQueries(),
  });
  return { undo: mutate, ...state };
}
