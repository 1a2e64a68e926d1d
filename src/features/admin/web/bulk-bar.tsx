import { type FormEvent, useId, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract.ts';
import { many } from '#features/catalogue/web/counts.ts';
import type { BulkChange } from '#features/catalogue/write-contract.ts';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { KINDS } from './content-kinds.ts';
import { keywordsOf } from './keywords.ts';

interface BulkBarProps {
  kind: ItemType;
  count: number;
  busy: boolean;
  onChange(change: BulkChange): void;
  onClear(): void;
}

/** What can be done to all that are selected. */
export function BulkBar({ kind, count, busy, onChange, onClear }: BulkBarProps) {
  const [deleting, setDeleting] = useState(false);
  const act = (label: string, change: BulkChange) => (
    <button
      type="button"
      className="btn line sm"
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onChange(change);
      }}
    >
      {label}
    </button>
  );
  const { names } = KINDS[kind];
  return (
    <fieldset className="bulk panel">
      <legend className="sr">All that are selected</legend>
      <p className="row bulk-head">
        <b role="status">{many(count, kind)} selected</b>
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
            {act('No sample', { action: 'sample', isSample: false })}
          </>
        )}
        <button type="button" className="btn line danger sm" onClick={() => setDeleting(true)}>
          Delete selected
        </button>
      </div>
      <BulkKeywords busy={busy} onChange={onChange} />
      <ConfirmDialog
        open={deleting}
        title={`Delete ${many(count, kind)}`}
        label="Delete"
        busy={busy}
        onConfirm={() => {
          setDeleting(false);
          onChange({ action: 'delete' });
        }}
        onCancel={() => setDeleting(false)}
      >
        <p>
          Are you sure you want to delete {count === 1 ? `this ${kind}` : `these ${count} ${names}`}? This
          action cannot be undone.
        </p>
      </ConfirmDialog>
    </fieldset>
  );
}

function BulkKeywords({ busy, onChange }: Pick<BulkBarProps, 'busy' | 'onChange'>) {
  const id = useId();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent, action: 'add-keywords' | 'remove-keywords') => {
    event.preventDefault();
    const keywords = keywordsOf(text);
    setMissing(keywords.length === 0);
    if (keywords.length > 0 && !busy) onChange({ action, keywords });
  };
  return (
    <form className="bulk-keywords" onSubmit={(event) => submit(event, 'add-keywords')}>
      <label className="sr" htmlFor={id}>
        Keywords for all that are selected
      </label>
      <input
        id={id}
        className="input"
        value={text}
        placeholder="Keywords, with commas"
        aria-invalid={missing || undefined}
        aria-describedby={missing ? `${id}-note` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setMissing(false);
        }}
      />
      <button type="submit" className="btn line sm">
        Add keywords
      </button>
      <button type="button" className="btn line sm" onClick={(event) => submit(event, 'remove-keywords')}>
        Remove keywords
      </button>
      {missing ? <ErrorNote id={`${id}-note`}>Name at least one keyword</ErrorNote> : null}
    </form>
  );
}
