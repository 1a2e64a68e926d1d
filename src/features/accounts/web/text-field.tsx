import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNote, noteProps } from '#platform/design/field-note.tsx';
import { fetchRules } from './form-rules.ts';

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with what was typed; takes the place of the hint. */
  error: string | undefined;
  hint?: string;
  /** Stands at the end of the field, over it. */
  after?: ReactNode;
}

/** A label, its input, and under it what is wrong or what is wanted. */
export function TextField({ label, error, hint, after, id: given, ...input }: TextFieldProps) {
  const made = useId();
  const id = given ?? made;
  const note = { id: `${id}-note`, error, hint };
  return (
    <div className="field">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <div className={after ? 'with-after' : undefined}>
        <input {...input} className="input" id={id} onFocus={() => void fetchRules()} {...noteProps(note)} />
        {after}
      </div>
      <FieldNote {...note} />
    </div>
  );
}
