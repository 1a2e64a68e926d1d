import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '#features/catalogue/contract/write-calls.ts';
import type { changeSeveral } from '#features/catalogue/contract/write-endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { refetchContent } from '../content/content-calls.ts';
import { inParts } from '../in-parts.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { useRestore } from '../trash/use-restore.ts';

interface Added {
  type: 'ocean' | 'droplet';
  ids: readonly number[];
}

/** Moves the items that an import has added to the trash. */
export function useUndoImport() {
  const api = useApi();
  const queries = useQueryClient();
  const restore = useRestore();
  const { mutate } = useMutation({
    mutationFn: ({ type, ids }: Added) =>
      inParts(ids, calls.MAX_BULK, async (part) => {
        const body = { type, ids: part, change: { action: 'delete' } } as const;
        await api<typeof changeSeveral>(calls.changeSeveral, { body });
        return part;
      }),
    onSuccess: (ids, { type }) =>
      toast({
        icon: 'trash',
        title: 'Import undone',
        description: `${many(ids.length, type)} moved to the Trash.`,
        undo: () => restore.mutate({ type, ids }),
      }),
    onError: changeFailure('The import was not undone'),
    onSettled: () => refetchContent(queries),
  });
  return mutate;
}
