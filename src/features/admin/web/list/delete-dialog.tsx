import { useQuery } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { many } from '#platform/web/counts.ts';
import { useApi } from '#platform/web/page.ts';
import { surroundingsQuery } from '../content/content-calls.ts';
import { KINDS } from '../content/content-kinds.ts';
import { ContentIcon } from '../editor/content-icon.tsx';
import * as css from './delete-dialog.module.css';
import { deletionEffect } from './deletion-effect.ts';

interface DeleteDialogProps {
  kind: ItemType;
  /** Ids of the items to delete; null while closed. */
  ids: readonly number[] | null;
  /** Title of the item, for a single one. */
  title?: string | undefined;
  /** Whether another change is in progress. The deletion then waits. */
  busy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

const NONE: readonly number[] = [];

/** Confirms a deletion, and describes its effect. */
export function DeleteDialog({ kind, ids, title, busy = false, onConfirm, onCancel }: DeleteDialogProps) {
  const counts = useQuery({
    ...surroundingsQuery(useApi(), kind, ids ?? NONE),
    enabled: ids !== null,
  });
  const count = ids?.length ?? 0;
  const one = title !== undefined && count <= 1;
  return (
    <ConfirmDialog
      open={ids !== null}
      title={`Delete ${one ? `“${title}”` : many(count, kind)}`}
      label="Delete"
      busy={busy || counts.isFetching}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        Are you sure you want to delete {count === 1 ? `this ${kind}` : `these ${count} ${KINDS[kind].names}`}
        ? This action cannot be undone.
      </p>
      <div className={css.effect} role="status" data-part="deletion-effect">
        <ContentIcon name="undo" />
        <p>
          <b>What really happens:</b> {/* While refetching, `data` may be the previous count. */}
          {counts.isFetching
            ? 'counting what goes along...'
            : deletionEffect({ kind, of: one ? title : count, counts: counts.data ?? null })}
        </p>
      </div>
    </ConfirmDialog>
  );
}
