import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';

interface AskedProps {
  label: string;
  title: string;
  /** Text of the confirming button. */
  confirm: string;
  isBusy: boolean;
  small?: boolean;
  harmless?: boolean;
  cancelLabel?: string;
  onConfirm(): void;
  children: ReactNode;
}

/** A button that asks for confirmation. */
export function Asked({
  label,
  title,
  confirm,
  isBusy,
  small,
  harmless,
  cancelLabel,
  onConfirm,
  children,
}: AskedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={small ? 'btn line sm' : 'btn line'}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || setOpen(true)}
      >
        {label}
      </button>
      <ConfirmDialog
        open={isOpen}
        title={title}
        label={confirm}
        harmless={harmless ?? false}
        {...(cancelLabel === undefined ? {} : { cancelLabel })}
        onConfirm={() => {
          setOpen(false);
          onConfirm();
        }}
        onCancel={() => setOpen(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

/** A row of a list of actions. `children`: the control. */
export function Choice({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div>
        <b>{title}</b>
        <p>{note}</p>
      </div>
      {children}
    </li>
  );
}
