import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNote, noteProps } from './field-note.tsx';

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** Text of a validation error; replaces the hint. */
  error: string | undefined;
  hint?: string;
  /** Content that overlaps the end of the input, such as a Show button. */
  after?: ReactNode;
}

/** A labeled input with its hint or error below. */
export function TextField({ label, error, hint, after, id: givenId, ...input }: TextFieldProps) {
  const madeId = useId();
  const id = givenId ?? madeId;
  const note = { id: `${id}-note`, error, hint };
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <div className={after ? 'with-after' : undefined}>
        <input {...input} className="input" id={id} {...noteProps(note)} />
        {after}
      </div>
      <FieldNote {...note} />
    </div>
  );
}
