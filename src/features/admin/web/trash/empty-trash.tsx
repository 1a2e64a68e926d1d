import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { refetchContent } from '../content/content-calls.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { totalText } from './entry-text.ts';
import { emptyTrash, trashTotalQuery } from './trash-calls.ts';

interface EmptyTrashProps {
  /** Id of the newest shown entry, because later ones must stay. Absent while a filter hides some. */
  newest: number | undefined;
  onGone(): void;
}

/** Deletes everything in the trash permanently, after a confirmation. */
export function EmptyTrash({ newest, onGone }: EmptyTrashProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (upTo: number) => emptyTrash(api, upTo),
    onSuccess: async ({ deleted }) => {
      toast({
        title: 'Trash emptied',
        description: `${many(deleted, 'entry', 'entries')} deleted for good.`,
      });
      await refetchContent(queries);
      onGone();
    },
    onError: async (error) => {
      changeFailure('Failed to empty the trash')(error);
      await refetchContent(queries);
    },
  });
  const total = useQuery({
    ...trashTotalQuery(api, newest ?? 0),
    enabled: asking && newest !== undefined,
  });
  const isOff = newest === undefined || isPending;
  return (
    <>
      <button
        type="button"
        className="btn line"
        aria-disabled={isOff || undefined}
        aria-description={newest === undefined ? 'Only while everything is shown' : undefined}
        onClick={() => isOff || setAsking(true)}
      >
        Empty trash
      </button>
      <ConfirmDialog
        open={asking}
        title="Empty the trash?"
        label="Empty trash"
        busy={total.isFetching}
        onConfirm={() => {
          setAsking(false);
          if (newest !== undefined && !isPending) mutate(newest);
        }}
        onCancel={() => setAsking(false)}
      >
        <p role="status">
          {/* While refetching, `data` may be the previous count. */}
          {total.isFetching
            ? 'Counting what is deleted for good...'
            : `${totalText(total.data)} This cannot be undone.`}
        </p>
      </ConfirmDialog>
    </>
  );
}
