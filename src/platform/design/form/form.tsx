import { type ComponentProps, createContext, type FormEvent, type ReactNode } from 'react';
import { ErrorNote } from '../state/error-note.tsx';

/** Whether the surrounding form is being submitted. `SubmitButton` reads it. */
export const PendingContext = createContext(false);

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'method' | 'aria-busy'> {
  /** A submission is under way. The form ignores further ones. */
  pending: boolean;
  /** Text of the last failure, shown above the actions; null without one, or when it is told elsewhere. */
  error: string | null;
  /** Id of the error's element, for a field that it describes. */
  errorId?: string;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Below the error: `SubmitButton` and its neighbors. */
  actions?: ReactNode;
}

/**
 * The shell of every form. On its own it is for plain forms, validated by the browser; `ValidatedForm` adds
 * rules. Fields are uncontrolled, so that an error keeps what was typed.
 */
export function Form({ pending, error, errorId, onSubmit, actions, children, ...rest }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending) onSubmit(event);
  };
  return (
    // `dialog`: submitted before hydration, the form sends nothing, and no typed text enters the URL.
    <form {...rest} method="dialog" aria-busy={pending || undefined} onSubmit={submit}>
      <PendingContext value={pending}>
        {children}
        {error === null ? null : (
          <ErrorNote role="alert" id={errorId}>
            {error}
          </ErrorNote>
        )}
        {actions}
      </PendingContext>
    </form>
  );
}
