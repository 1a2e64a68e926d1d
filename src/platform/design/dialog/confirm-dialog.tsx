import type { ReactNode } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Text of the button that confirms. */
  label: string;
  /** The action destroys nothing: its button has no alarming color. */
  harmless?: boolean;
  /** The action is running: a second press does nothing. */
  busy?: boolean;
  onConfirm(): void;
  /** `Cancel` by default. */
  cancelLabel?: string;
  onCancel(): void;
}

/** Asks before an action that cannot be undone, or that may surprise. */
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
            // The second click of a double click that opened the dialog must not confirm it.
            if (!busy && event.detail < 2) onConfirm();
          }}
        >
          {label}
        </button>
      </div>
    </Dialog>
  );
}
