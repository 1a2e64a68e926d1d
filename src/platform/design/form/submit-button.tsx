import { type MouseEvent, use } from 'react';
import { PendingContext } from './form.tsx';

interface SubmitButtonProps {
  label: string;
  /** Replaces the label while the form is being submitted. */
  busyLabel: string;
  className?: string;
}

/**
 * A form's submit button. While the form is pending it is `aria-disabled`: `disabled` would lose the focus.
 */
export function SubmitButton({ label, busyLabel, className = 'btn wide' }: SubmitButtonProps) {
  const pending = use(PendingContext);
  return (
    <button
      className={className}
      type="submit"
      aria-disabled={pending || undefined}
      onMouseDown={keepFieldFocused}
    >
      {pending ? busyLabel : label}
    </button>
  );
}

/**
 * Keeps the focus in its field during a press. Rules that validate on blur would otherwise show an error,
 * which moves the button away from the press.
 */
function keepFieldFocused(event: MouseEvent<HTMLButtonElement>): void {
  if (event.currentTarget.form?.noValidate) event.preventDefault();
}
