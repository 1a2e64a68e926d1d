import { useId, useState } from 'react';
import { SomeKeywords } from '#features/catalogue/contract/form-schemas.ts';
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
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (action: 'add-keywords' | 'remove-keywords') => {
    const { data: keywords, error } = SomeKeywords.safeParse(text);
    setProblem(error ? problemOf(error.issues[0], text) : null);
    if (keywords && !busy) onChange({ action, keywords });
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

/** Words for an issue, with the keyword that has it. */
function problemOf(issue: { path: PropertyKey[]; message: string } | undefined, text: string): string {
  const word = keywordsOf(text)[Number(issue?.path[0])];
  return word === undefined ? (issue?.message ?? '') : `“${word}”: ${issue?.message}`;
}
