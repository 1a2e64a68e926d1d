import { useId, useState } from 'react';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { Form } from '#platform/design/form/form.tsx';
import * as css from './bulk-fields.module.css';
import { readKeywords } from './keywords-form-schema.ts';

interface BulkKeywordsProps {
  busy: boolean;
  onChange(change: BulkChange): void;
}

/** Adds keywords to all selected items, or removes them. */
export function BulkKeywords({ busy, onChange }: BulkKeywordsProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (action: 'add-keywords' | 'remove-keywords') => {
    const read = readKeywords(text);
    setProblem('problem' in read ? read.problem : null);
    if ('keywords' in read && !busy) onChange({ action, keywords: read.keywords });
  };
  return (
    <Form
      className={css.fields}
      pending={busy}
      error={problem}
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
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : `${id}-note`}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
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
