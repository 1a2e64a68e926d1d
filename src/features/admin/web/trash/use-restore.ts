import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { refetchContent } from '../content/content-calls.ts';
import { KINDS } from '../content/content-kinds.ts';
import { PartlyDone } from '../in-parts.ts';
import { changeFailure, failedChange } from '../presses/change-failure.ts';
import { restoredText } from './restored-text.ts';
import { restoreItems } from './trash-calls.ts';

interface Restoration {
  type: ItemType;
  ids: readonly number[];
}

/** Restores deleted items, and reports the result in a toast. Continues when the page is closed. */
export function useRestore() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ type, ids }: Restoration) => restoreItems(api, type, ids),
    onSuccess: async (items) => {
      toast(restoredText(items));
      await refetchContent(queries);
    },
    onError: async (error, { type, ids }) => {
      const { names } = KINDS[type];
      if (error instanceof PartlyDone) {
        const { description } = restoredText(error.done);
        const failure = failedChange(`Failed to restore some ${names}`, error.cause);
        toast({ ...failure, description: `${description} For the others: ${failure.description}` });
      } else {
        const what = ids.length === 1 ? type : names;
        changeFailure(`Failed to restore ${what}`)(error);
      }
      await refetchContent(queries);
    },
  });
}
