import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** It interrupts with a question that wants an answer: no way out but its own buttons and Escape. */
  alert?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus inside and gives it back, and Escape closes it. */
export function Dialog({ open, onClose, title, alert = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  const onClick = (event: MouseEvent) => {
    // The dialog's own box is filled by its content: a click on the element itself fell on the veil.
    if (!alert && event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className="dialog-at"
      tabIndex={-1}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      // Escape, told at once: the browser's own word of the closing comes later, and may find it open again.
      onCancel={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onClick={onClick}
    >
      {open ? (
        <div className="dialog">
          <h2 id={id}>{title}</h2>
          {children}
          {alert ? null : (
            <button className="icon-btn" type="button" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
      ) : null}
    </dialog>
  );
}
