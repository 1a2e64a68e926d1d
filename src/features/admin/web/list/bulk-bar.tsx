import { useId, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { Form } from '#platform/design/form/form.tsx';
import { many } from '#platform/web/counts.ts';
import { keywordsOf } from '../editor/keywords.ts';
import * as css from './content-list.module.css';
import { DeleteDialog } from './delete-dialog.tsx';

interface BulkBarProps {
  kind: ItemType;
  ids: readonly number[];
  busy: boolean;
  onChange(change: BulkChange): void;
  onClear(): void;
}

/** Actions on all selected items. */
export function BulkBar({ kind, ids, busy, onChange, onClear }: BulkBarProps) {
  const count = ids.length;
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
  return (
    <fieldset className={`panel ${css.bulk}`}>
      <legend className="sr">Selected items</legend>
      <p className={`row ${css.bulkHeading}`}>
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
            {act('Remove sample', { action: 'sample', isSample: false })}
          </>
        )}
        <button type="button" className="btn line danger sm" onClick={() => setDeleting(true)}>
          Delete selected
        </button>
      </div>
      <BulkKeywords busy={busy} onChange={onChange} />
      <DeleteDialog
        kind={kind}
        ids={deleting ? ids : null}
        onConfirm={() => {
          setDeleting(false);
          if (!busy) onChange({ action: 'delete' });
        }}
        onCancel={() => setDeleting(false)}
      />
    </fieldset>
  );
}

function BulkKeywords({ busy, onChange }: Pick<BulkBarProps, 'busy' | 'onChange'>) {
  const id = useId();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (action: 'add-keywords' | 'remove-keywords') => {
    const keywords = keywordsOf(text);
    setMissing(keywords.length === 0);
    if (keywords.length > 0 && !busy) onChange({ action, keywords });
  };
  return (
    <Form
      className={css.bulkKeywords}
      pending={busy}
      error={missing ? 'Enter at least one keyword' : null}
      errorId={`${id}-note`}
      onSubmit={() => submit('add-keywords')}
    >
      <label className="sr" htmlFor={id}>
        Keywords for selected items
      </label>
      <input
        id={id}
        className="input"
        value={text}
        placeholder="Keywords, separated by commas"
        aria-invalid={missing || undefined}
        aria-describedby={missing ? `${id}-note` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setMissing(false);
        }}
      />
      <button type="submit" className="btn line sm" aria-disabled={busy || undefined}>
        Add keywords
      </button>
      <button
        type="button"
        className="btn line sm"
        aria-disabled={busy || undefined}
        onClick={() => submit('remove-keywords')}
      >
        Remove keywords
      </button>
    </Form>
  );
}
