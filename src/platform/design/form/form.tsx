import { type ComponentProps, createContext, type FormEvent, type ReactNode, useRef } from 'react';
import { ErrorNote } from '../state/error-note.tsx';

/** Tells whether the surrounding form is being submitted. `SubmitButton` reads it. */
export const PendingContext = createContext(false);

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'method' | 'aria-busy'> {
  /** Whether a submission is in progress. The form ignores further ones. */
  pending: boolean;
  /** Text of the last failure, shown above the actions; null without one, or when it is shown elsewhere. */
  error: string | null;
  /** Id of the error's element, for a field described by it. */
  errorId?: string;
  /** Never called in parallel: a returned promise ends the call. */
  onSubmit(event: FormEvent<HTMLFormElement>): unknown;
  /** Content below the error: `SubmitButton` and its neighbors. */
  actions?: ReactNode;
}

/**
 * The base of every form. Alone it is for plain forms, validated by the browser; `ValidatedForm` adds rules.
 * Fields are uncontrolled, so that an error preserves the typed values.
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
      // TanStack Query sets `pending` in an earlier timer.
      setTimeout(() => {
        submitting.current = false;
      });
    }
  };
  return (
    // `dialog`: before hydration the form sends nothing, so typed text never enters the URL.
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
