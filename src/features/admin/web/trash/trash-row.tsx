import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { Cover } from '#features/catalogue/web/covers/cover.tsx';
import { CoverFrame } from '#features/catalogue/web/covers/cover-frame.tsx';
import type { TrashEntry } from '#features/trash/contract/schemas.ts';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { toast } from '#platform/design/toast/toast.tsx';
import { LocalDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { useIsAdmin } from '../admin-frame.tsx';
import { refetchContent } from '../content/content-calls.ts';
import { changeFailure } from '../presses/change-failure.ts';
import { useSingle } from '../presses/use-single.ts';
import { belowText, daysLeft, entryText } from './entry-text.ts';
import { withFavorites } from './favorites-text.ts';
import { deleteForGood } from './trash-calls.ts';
import * as css from './trash-page.module.css';
import { useRestore } from './use-restore.ts';

interface TrashRowProps {
  entry: TrashEntry;
  /** Called before the row is removed from the list. */
  onGone(): void;
}

/** A deleted item: the content of a restoration, the author of the deletion, and the expiration. */
export function TrashRow({ entry, onGone }: TrashRowProps) {
  const { type, title, deletedAt, expiresAt } = entry;
  const isHydrated = useHydrated();
  return (
    <li>
      <CoverFrame kind={type} className={type === 'droplet' ? css.tallCover : css.cover}>
        <Cover kind={type} of={entry} />
      </CoverFrame>
      <div>
        <h2>{title}</h2>
        <p>{entryText(entry)}</p>
        <p className="meta">
          <Author of={entry} />, <LocalDate instant={deletedAt} style="instant" />. Gone on{' '}
          <LocalDate instant={expiresAt} />
          {isHydrated ? daysLeft(expiresAt, Date.now()) : ''}
        </p>
      </div>
      <RowButtons entry={entry} onGone={onGone} />
    </li>
  );
}

function Author({ of: { deletedBy } }: { of: TrashEntry }) {
  const { data: user } = useQuery(userQuery(useApi()));
  if (!deletedBy) return 'A deleted account';
  return deletedBy.id === user?.id ? 'You' : deletedBy.username;
}

function RowButtons({ entry, onGone }: TrashRowProps) {
  const { id, type, itemId, title, parent, favorites } = entry;
  const api = useApi();
  const queries = useQueryClient();
  const restore = useRestore();
  const restoreOnce = useSingle(restore);
  const isAdmin = useIsAdmin();
  const [asking, setAsking] = useState(false);
  const destroy = useMutation({
    mutationFn: () => deleteForGood(api, id),
    onSuccess: async () => {
      toast({ title: 'Deleted for good', description: `“${title}” is gone.` });
      onGone();
      await refetchContent(queries);
    },
    onError: async (error) => {
      changeFailure(`Failed to delete “${title}”`)(error);
      await refetchContent(queries);
    },
  });
  const isBusy = restore.isPending || destroy.isPending;
  const below = belowText(entry);
  return (
    <div className={css.buttons}>
      {parent?.state === 'gone' ? null : (
        <button
          type="button"
          className="btn line sm"
          aria-label={`Restore ${title}`}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || restoreOnce({ type, ids: [itemId] }, onGone)}
        >
          Restore
        </button>
      )}
      {isAdmin ? (
        <button
          type="button"
          className="btn quiet sm"
          aria-label={`Delete now: ${title}`}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || setAsking(true)}
        >
          Delete now
        </button>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={`Delete “${title}” now?`}
        label="Delete now"
        onConfirm={() => {
          setAsking(false);
          if (!isBusy) destroy.mutate();
        }}
        onCancel={() => setAsking(false)}
      >
        <p>
          It is deleted for good
          {below === ''
            ? withFavorites(favorites)
            : `, with ${below}${favorites > 0 ? ' and all favorites' : ''}`}
          . This cannot be undone.
          {type === 'droplet' ? '' : ' What was deleted from it earlier cannot be restored then.'}
        </p>
      </ConfirmDialog>
    </div>
  );
}
