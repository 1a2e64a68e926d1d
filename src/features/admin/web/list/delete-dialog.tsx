import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { useApi } from '#platform/web/page.ts';
import { surroundingsQuery } from '../content/content-calls.ts';
import { KINDS } from '../content/content-kinds.ts';
import { alsoDeleted } from './also-deleted.ts';
import * as css from './delete-dialog.module.css';

interface DeleteDialogProps {
  kind: ItemType;
  /** Ids of the items to delete; null while closed. */
  ids: readonly number[] | null;
  /** Name of the deleted items in the dialog's title: the title of one, the number of several. */
  what: string;
  onConfirm(): void;
  onCancel(): void;
}

const NONE: readonly number[] = [];

type Counts = UseQueryResult<{ waves: number; droplets: number }>;

/** `data` alone can be the count of an earlier question. */
function sentenceOf({ isFetching, data }: Counts): string {
  if (isFetching) return 'Counting what this also deletes...';
  return data ? alsoDeleted(data) : 'This also deletes everything inside, which could not be counted.';
}

/** Confirms a deletion, and says what lies below the items and goes along. */
export function DeleteDialog({ kind, ids, what, onConfirm, onCancel }: DeleteDialogProps) {
  const counts = useQuery({
    ...surroundingsQuery(useApi(), kind, ids ?? NONE),
    enabled: ids !== null && kind !== 'droplet',
  });
  const one = ids?.length === 1;
  return (
    <ConfirmDialog
      open={ids !== null}
      title={`Delete ${what}`}
      label="Delete"
      busy={counts.isFetching}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        Are you sure you want to delete {one ? `this ${kind}` : `these ${ids?.length} ${KINDS[kind].names}`}?
        This action cannot be undone.
      </p>
      <p className={css.also} role="status" data-part="also-deleted">
        {kind === 'droplet' ? '' : sentenceOf(counts)}
      </p>
    </ConfirmDialog>
  );
}
