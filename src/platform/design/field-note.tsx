import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface FieldNoteProps {
  id: string;
  /** What is wrong with what was typed; takes the place of the hint. */
  error: string | undefined;
  hint?: ReactNode;
}

/** Under a field: what is wrong, or else what is wanted. */
export function FieldNote({ id, error, hint }: FieldNoteProps) {
  if (error !== undefined) return <ErrorNote id={id}>{error}</ErrorNote>;
  if (hint === undefined) return null;
  return (
    <p className="hint" id={id}>
      {hint}
    </p>
  );
}

/** What the control above it carries, so that the note is read with it. */
export const noteProps = ({ id, error, hint }: FieldNoteProps) => ({
  'aria-invalid': error === undefined ? undefined : (true as const),
  'aria-describedby': (error ?? hint) === undefined ? undefined : id,
});
