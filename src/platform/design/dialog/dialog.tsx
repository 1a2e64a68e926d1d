import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** Whether it is a question that must be answered. Only its own buttons and Escape close it. */
  alert?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The browser's own modal dialog, which traps and restores the focus and closes on Escape. */
export function Dialog({ open, onClose, title, alert = false, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const pressed = useRef<EventTarget>(null);
  const released = useRef<EventTarget>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      element.showModal();
      // The browser focuses the first of several options, which Space would select.
      if (document.activeElement?.matches('[type=radio]'))
        element.querySelector<HTMLElement>('[type=radio]:checked')?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);
  // An open dialog that is unmounted, for example when another one replaces it, does not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);
  const onClick = (event: MouseEvent) => {
    // Content fills the dialog's box, so a click on the element itself is a click on the backdrop. A drag
    // across the edge of the content, which began or ended inside, is not.
    const ends = [event.target, pressed.current, released.current];
    if (!alert && ends.every((end) => end === dialog.current)) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={classNames('dialog-at', className)}
      data-part="dialog"
      tabIndex={-1}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      // Escape. The browser's `close` event comes later, when the dialog may be open again.
      onCancel={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onMouseUp={(event) => {
        released.current = event.target;
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
