import { useLayoutEffect, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { many } from '#platform/web/counts.ts';
import type { Item } from '../../content/content-kinds.ts';
import * as css from '../content-list.module.css';
import { DeleteDialog } from '../delete-dialog.tsx';
import { BulkFailure } from './bulk-failure.tsx';
import { BulkKeywords } from './bulk-keywords.tsx';
import { BulkMove } from './bulk-move.tsx';

interface BulkBarProps {
  kind: ItemType;
  /** Selected items, in list order. */
  items: readonly Item[];
  /** Id of their parent; null for oceans. */
  parentId: number | null;
  /** Why the last change failed, completely or in part. */
  failure: Error | null;
  busy: boolean;
  onChange(change: BulkChange): void;
  onClear(): void;
}

/** Actions on all selected items. */
export function BulkBar({ kind, items, parentId, failure, busy, onChange, onClear }: BulkBarProps) {
  const ids = items.map(({ id }) => id);
  const count = ids.length;
  const [deleting, setDeleting] = useState(false);
  useLayoutEffect(() => {
    // The bar pushes the rows down, the one with the focus perhaps out of sight.
    document.activeElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, []);
  const button = (label: string, onPress: () => void, danger = false) => (
    <button
      type="button"
      className={danger ? 'btn line danger sm' : 'btn line sm'}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onPress();
      }}
    >
      {label}
    </button>
  );
  const act = (label: string, change: BulkChange) => button(label, () => onChange(change));
  return (
    <fieldset className={`panel ${css.bulk}`}>
      <legend className="sr">Selected items</legend>
      <p className={`row ${css.bulkHeading}`}>
        <b role="status">{busy ? `Changing ${many(count, kind)}...` : `${many(count, kind)} selected`}</b>
        <button type="button" className="btn quiet sm" onClick={onClear}>
          Clear selection
        </button>
      </p>
      <div className="row">
        {act('Publish', { action: 'publish' })}
        {act('Unpublish', { action: 'unpublish' })}
        {act('Make free', { action: 'access', accessType: 'free' })}
        {act('Make premium', { action: 'access', accessType: 'premium' })}
        {kind === 'ocean' ? null : (
          <>
            {act('Mark as sample', { action: 'sample', isSample: true })}
            {act('Remove sample', { action: 'sample', isSample: false })}
          </>
        )}
        {button('Delete selected', () => setDeleting(true), true)}
      </div>
      <BulkKeywords busy={busy} onChange={onChange} />
      {parentId === null ? null : (
        <BulkMove
          kind={kind}
          parentId={parentId}
          busy={busy}
          onMove={(to) => onChange({ action: 'move', parentId: to })}
        />
      )}
      <BulkFailure failure={failure} />
      <DeleteDialog
        kind={kind}
        ids={deleting ? ids : null}
        busy={busy}
        onConfirm={() => {
          setDeleting(false);
          onChange({ action: 'delete' });
        }}
        onCancel={() => setDeleting(false)}
      />
    </fieldset>
  );
}
