import { useId, useState } from 'react';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { Form } from '#platform/design/form/form.tsx';
import { keywordsOf } from '../../editor/keywords/keywords.ts';
import * as css from './bulk-fields.module.css';

interface BulkKeywordsProps {
  busy: boolean;
  onChange(change: BulkChange): void;
}

/** Adds keywords to all selected items, or removes them. */
export function BulkKeywords({ busy, onChange }: BulkKeywordsProps) {
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
      className={css.fields}
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
