import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AuditEntry } from '#features/audit-log/contract/schemas.ts';
import * as calls from '#features/catalogue/contract/write-calls.ts';
import type { changeSeveral } from '#features/catalogue/contract/write-endpoints.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { refetchContent } from '../content/content-calls.ts';
import { inParts } from '../in-parts.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { useRestore } from '../trash/use-restore.ts';

export interface Added {
  type: 'ocean' | 'droplet';
  ids: readonly number[];
}

/** Returns the items that an import has added; null for other entries, and for imports of very many items. */
export const addedBy = ({ action, details }: AuditEntry): Added | null =>
  action === 'imported' && details.added ? (details.added as Added) : null;

/** Moves the items that an import has added to the trash. Leaves out those that are deleted already. */
export function useUndoImport() {
  const api = useApi();
  const queries = useQueryClient();
  const restore = useRestore();
  const { mutate } = useMutation({
    mutationFn: ({ type, ids }: Added) => {
      const remove = async (part: number[]): Promise<readonly number[]> => {
        const change = { action: 'delete' as const };
        await api<typeof changeSeveral>(calls.changeSeveral, { body: { type, ids: part, change } });
        return part;
      };
      return inParts(ids, calls.MAX_BULK, (part) =>
        remove(part).catch((error: unknown) => {
          if (!hasCode(error, 'items-missing')) throw error;
          const left = error.current as number[];
          return left.length > 0 ? remove(left) : [];
        }),
      );
    },
    onSuccess: (ids, { type }) =>
      ids.length === 0
        ? toast({ title: 'Nothing to undo', description: 'Everything that this import added is deleted.' })
        : toast({
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
