import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Form, type FormProps } from './form.tsx';
import { keepFieldFocused } from './keep-field-focused.ts';
import { showIssues } from './server-issues.ts';

interface ValidatedFormProps<Values extends FieldValues, Context, Result>
  extends Omit<FormProps, 'error' | 'onSubmit' | 'noValidate' | 'onFocus'> {
  form: UseFormReturn<Values, Context, Result>;
  /** Failure of the last submission; null without one. */
  error: Error | null;
  /** Fields beside which the server's issues are shown. */
  fields: readonly Path<Values>[];
  /**
   * Called once for a failure without a field. Returns the form's text, or null when it is shown elsewhere.
   */
  explain(error: Error): string | null;
  /** Rules that load when a field gets the focus. Not needed when the page imports its rules. */
  rules?: { preload: () => void };
  /** Called with validated values. */
  onSubmit(values: Result): void;
}

/** A form of react-hook-form: validates, then shows the server's issues beside their fields. */
export function ValidatedForm<Values extends FieldValues, Context, Result>({
  form,
  error,
  fields,
  explain,
  rules,
  onSubmit,
  ...rest
}: ValidatedFormProps<Values, Context, Result>) {
  const [text, setText] = useState<string | null>(null);
  const show = useEffectEvent((failure: Error) =>
    setText(showIssues(failure, form.setError, fields) ? null : explain(failure)),
  );
  useEffect(() => {
    if (error) show(error);
  }, [error]);

  return (
    <Form
      {...rest}
      noValidate
      error={error && text}
      onFocus={rules?.preload}
      onMouseDown={keepFieldFocused}
      onSubmit={form.handleSubmit((values) => onSubmit(values))}
    />
  );
}
