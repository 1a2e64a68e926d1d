import type { ReactNode } from 'react';
import { Dialog } from '#platform/design/dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The button that does it. */
  label: string;
  /** Under way: a second press does nothing. */
  busy?: boolean;
  onConfirm(): void;
  /** The button that does not; `Cancel` by default. */
  cancelLabel?: string;
  onCancel(): void;
}

/** Asks before something is lost. */
export function ConfirmDialog({
  open,
  title,
  children,
  label,
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
          className="btn danger"
          type="button"
          aria-disabled={busy || undefined}
          onClick={(event) => {
            // The second half of the double press that opened the question is no answer to it.
            if (!busy && event.detail < 2) onConfirm();
          }}
        >
          {label}
        </button>
      </div>
    </Dialog>
  );
}
