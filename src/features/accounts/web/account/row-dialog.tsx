import { type ReactNode, useState } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { RowButton } from './account-rows.tsx';

interface RowDialogProps {
  label: string;
  /** The row's name, for the accessible name of the button. */
  name: string;
  title: string;
  alert?: boolean;
  children(close: () => void): ReactNode;
}

/** Shows a button of a row that opens a dialog. */
export function RowDialog({ label, name, title, alert = false, children }: RowDialogProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <RowButton aria-label={`${label} ${name}`} onClick={() => setOpen(true)}>
        {label}
      </RowButton>
      <Dialog open={open} onClose={close} title={title} alert={alert}>
        {children(close)}
      </Dialog>
    </>
  );
}
