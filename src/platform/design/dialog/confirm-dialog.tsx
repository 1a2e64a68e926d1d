import type { ReactNode } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Text of the confirming button. */
  label: string;
  /** Whether the action destroys nothing. Its button then has no alarming color. */
  harmless?: boolean;
  /** Whether the action is running. Further presses are ignored. */
  busy?: boolean;
  onConfirm(): void;
  /** Default: `Cancel`. */
  cancelLabel?: string;
  onCancel(): void;
}

/** Asks before an action that cannot be undone, or may be unexpected. */
export function ConfirmDialog({
  open,
  title,
  children,
  label,
  harmless = false,
  busy = false,
  onConfirm,
  cancelLabel = 'Cancel',
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} title={title} alert>
      {children}
      <div className="row end">
        <button className="btn line" type="button" onClick={onCancel}>
          {cancelLabel}
        </button>
        <button
          className={harmless ? 'btn' : 'btn danger'}
          type="button"
          aria-disabled={busy || undefined}
          onClick={(event) => {
            // The second click of the double click that opened the dialog must not confirm it.
            if (!busy && event.detail < 2) onConfirm();
          }}
        >
          {label}
        </button>
      </div>
    </Dialog>
  );
}
