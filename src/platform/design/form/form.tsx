import { type ComponentProps, createContext, type FormEvent, type ReactNode, useRef } from 'react';
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
  /** Called once at a time: a returned promise ends the call. */
  onSubmit(event: FormEvent<HTMLFormElement>): unknown;
  /** Below the error: `SubmitButton` and its neighbors. */
  actions?: ReactNode;
}

/**
 * The shell of every form. On its own it is for plain forms, validated by the browser; `ValidatedForm` adds
 * rules. Fields are uncontrolled, so that an error keeps what was typed.
 */
export function Form({ pending, error, errorId, onSubmit, actions, children, ...rest }: FormProps) {
  const submitting = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending || submitting.current) return;
    submitting.current = true;
    try {
      await onSubmit(event);
    } finally {
      // The query library sets `pending` in a timer of its own, before this one.
      setTimeout(() => {
        submitting.current = false;
      });
    }
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
