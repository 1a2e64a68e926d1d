interface SubmitButtonProps {
  label: string;
  /** What it reads while the answer is on its way. */
  busyLabel: string;
  busy: boolean;
  className?: string;
}

/** Not `disabled` while busy: the focus stays on it, and the form ignores a second press. */
export function SubmitButton({ label, busyLabel, busy, className = 'btn wide' }: SubmitButtonProps) {
  return (
    <button
      className={className}
      type="submit"
      aria-disabled={busy || undefined}
      // The field keeps the focus until the click: an error that appears as it is left would move the button away.
      onMouseDown={(event) => event.preventDefault()}
    >
      {busy ? busyLabel : label}
    </button>
  );
}
