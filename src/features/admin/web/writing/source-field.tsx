import type { KeyboardEvent, RefObject } from 'react';
import { MAX_WRITING } from '#features/catalogue/contract/writing-calls.ts';
import type { WritingKind } from '#features/catalogue/shared/written-address.ts';
import { type Format, formatText, type Insertion, type Selected } from './format-text.ts';
import * as css from './writing-page.module.css';

interface SourceFieldProps {
  kind: WritingKind;
  field: RefObject<HTMLTextAreaElement | null>;
  source: string;
  errorId: string | undefined;
  onChange(source: string): void;
}

const LABELS = {
  text: 'Text of the droplet, in Markdown',
  exercise: 'HTML of the exercise',
};

const SHORTCUTS: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic', k: 'link' };

/** The field in which an author writes. */
export function SourceField({ kind, field, source, errorId, onChange }: SourceFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const format = SHORTCUTS[event.key.toLowerCase()];
    if (kind !== 'text' || !format || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
      return;
    event.preventDefault();
    insertInto(event.currentTarget, formatText(format, selectionOf(event.currentTarget)));
  };
  return (
    <textarea
      ref={field}
      className={css.source}
      aria-label={LABELS[kind]}
      aria-invalid={errorId === undefined ? undefined : true}
      aria-describedby={errorId}
      // No limit of the input, which would truncate pasted text. A text that is too long is refused with its
      // length.
      data-longest={MAX_WRITING[kind]}
      spellCheck={kind === 'text'}
      value={source}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

export const selectionOf = (field: HTMLTextAreaElement): Selected => ({
  text: field.value,
  start: field.selectionStart,
  end: field.selectionEnd,
});

/** Changes a field like typing: its undo contains the change, and React gets the event. */
export function insertInto(field: HTMLTextAreaElement, { from, to, insert, start, end }: Insertion): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, but the only way that preserves the field's undo in every browser.
  const isDone = document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (!isDone) {
    field.setRangeText(insert, from, to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
