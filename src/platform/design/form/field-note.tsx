import type { ReactNode } from 'react';
import { ErrorNote } from '../state/error-note.tsx';

interface FieldNoteProps {
  id: string;
  /** Text of a validation error; replaces the hint. */
  error: string | undefined;
  hint?: ReactNode;
}

/** The error below a field, or else its hint. */
export function FieldNote({ id, error, hint }: FieldNoteProps) {
  if (error !== undefined) return <ErrorNote id={id}>{error}</ErrorNote>;
  if (hint === undefined) return null;
  return (
    <p className="hint" id={id}>
      {hint}
    </p>
  );
}

/** Returns attributes that connect the control above with the note, for screen readers. */
export const noteProps = ({ id, error, hint }: FieldNoteProps) => ({
  'aria-invalid': error === undefined ? undefined : (true as const),
  'aria-describedby': (error ?? hint) === undefined ? undefined : id,
});
