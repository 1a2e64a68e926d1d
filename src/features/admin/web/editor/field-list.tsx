import type { ReactNode } from 'react';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import * as css from './item-editor.module.css';

interface FieldListProps {
  legend: string;
  /** Error of the list as a whole. */
  error: string | undefined;
  /** Text of the button that adds an entry. */
  addLabel: string;
  onAdd(): void;
  /** A list item for each entry. */
  children: readonly ReactNode[];
}

/** A group of fields for each entry of a list, with a button that adds entries. */
export function FieldList({ legend, error, addLabel, onAdd, children }: FieldListProps) {
  const container = useKeptFocus<HTMLFieldSetElement>();
  return (
    <fieldset ref={container} className={css.resources} tabIndex={-1}>
      <legend className="label">{legend}</legend>
      {children.length === 0 ? <p className="hint">None yet.</p> : null}
      <ol>{children}</ol>
      {error === undefined ? null : <ErrorNote>{error}</ErrorNote>}
      <div>
        <button type="button" className="btn line sm" onClick={onAdd}>
          <Icon name="plus" />
          {addLabel}
        </button>
      </div>
    </fieldset>
  );
}

/** The button that removes an entry. */
export const RemoveEntry = ({ label, onRemove }: { label: string; onRemove(): void }) => (
  <button type="button" className="icon-btn bare" aria-label={label} onClick={onRemove}>
    <Icon name="trash" />
  </button>
);
