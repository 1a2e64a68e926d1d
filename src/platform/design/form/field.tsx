import { type ReactNode, useId } from 'react';
import { FieldNote, noteProps } from '#platform/design/form/field-note.tsx';

/** Attributes for the control inside. */
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
  /** Text of a validation error; replaces the hint. */
  error?: string;
  hint?: ReactNode;
  /** Usage: `(its) => <input {...its} {...register('title')} />` */
  children(its: ControlProps): ReactNode;
}

/** A label above any control, with the control's error or hint below. */
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
