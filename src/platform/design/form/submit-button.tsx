import { use } from 'react';
import { PendingContext } from './form.tsx';

interface SubmitButtonProps {
  label: string;
  /** Replaces the label while the form is being submitted. */
  busyLabel: string;
  className?: string;
}

/**
 * A form's submit button. While the form is pending it is `aria-disabled`, because `disabled` would drop the
 * focus.
 */
export function SubmitButton({ label, busyLabel, className = 'btn wide' }: SubmitButtonProps) {
  const pending = use(PendingContext);
  return (
    <button className={className} type="submit" aria-disabled={pending || undefined}>
      {pending ? busyLabel : label}
    </button>
  );
}
