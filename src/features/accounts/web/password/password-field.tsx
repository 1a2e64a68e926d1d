import { useId, useState } from 'react';
import { TextField, type TextFieldProps } from '#platform/design/form/text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'id' | 'type' | 'after' | 'autoComplete'> & {
  /** Lets password managers decide whether to fill in or to generate a password. */
  autoComplete: 'current-password' | 'new-password';
};

/** Shows a password field, with a button that reveals the password. */
export function PasswordField(props: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      id={id}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          className="btn quiet sm"
          type="button"
          aria-describedby={`${id}-label`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
