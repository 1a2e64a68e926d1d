import { type ReactNode, useId } from 'react';
import { FieldNote, noteProps } from '#platform/design/field-note.tsx';

/** What the control inside must carry. */
interface ControlProps {
  id: string;
  className: 'input';
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: string;
  optional?: boolean;
  /** What is wrong with what was typed; takes the place of the hint. */
  error?: string;
  hint?: ReactNode;
  /** `(its) => <input {...its} {...register('title')} />` */
  children(its: ControlProps): ReactNode;
}

/** A label, whatever control stands under it, and what is wrong or wanted. */
export function Field({ label, optional, error, hint, children }: FieldProps) {
  const id = useId();
  const note = { id: `${id}-note`, error, hint };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional ? <span className="hint"> (optional)</span> : null}
      </label>
      {children({
        id,
        className: 'input',
        ...noteProps(note),
        'aria-required': optional ? undefined : true,
      })}
      <FieldNote {...note} />
    </div>
  );
}
