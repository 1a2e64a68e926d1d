import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface FieldNoteProps {
  id: string;
  /** What is wrong with what was typed; takes the place of the hint. */
  error: string | undefined;
  hint?: ReactNode;
}

/** Under a field: what is wrong, or else what is wanted. */
export function FieldNote({ id, error, hint }: FieldNoteProps) {
  const note = error ?? hint;
  if (note === undefined) return null;
  return (
    <p className={error === undefined ? 'hint' : 'err'} id={id}>
      {error === undefined ? null : <Icon name="alert" />}
      {note}
    </p>
  );
}

/** What the control above it carries, so that the note is read with it. */
export const noteProps = ({ id, error, hint }: FieldNoteProps) => ({
  'aria-invalid': error === undefined ? undefined : (true as const),
  'aria-describedby': (error ?? hint) === undefined ? undefined : id,
});
