import { useId, useState } from 'react';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Icon } from '../icon.tsx';
import { toast } from '../toast/toast.tsx';
import { Exhibit } from './exhibit.tsx';

export function OverlayExhibits() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const popover = useId();
  const close = () => setOpen(null);
  return (
    <>
      <Exhibit name="Dialog" file="dialog/dialog.tsx" classes="dialog · dialog-at · dialog-form · row end">
        <button type="button" className="btn line" onClick={() => setOpen('dialog')}>
          Open a dialog
        </button>
        <Dialog open={open === 'dialog'} onClose={close} title="A dialog">
          <p>Escape, the button and a click beside it close it.</p>
        </Dialog>
      </Exhibit>
      <Exhibit name="ConfirmDialog" file="dialog/confirm-dialog.tsx">
        <button type="button" className="btn line danger" onClick={() => setOpen('confirm')}>
          Delete something
        </button>
        <ConfirmDialog
          open={open === 'confirm'}
          title="Delete it?"
          label="Delete"
          onConfirm={close}
          onCancel={close}
        >
          <p>This cannot be undone.</p>
        </ConfirmDialog>
      </Exhibit>
      <ToastExhibit />
      <Exhibit name="Tooltip" file="tooltips.ts" classes="tooltip">
        <button type="button" className="icon-btn" aria-label="The name of an icon button">
          <Icon name="compass" />
        </button>
      </Exhibit>
      <Exhibit name="Pop-over" file="pop-ups.css" classes="anchor · pop · item">
        <button type="button" className="btn line" popoverTarget={popover}>
          Open a pop-over
        </button>
        <div id={popover} className="pop" popover="auto">
          <a href="#favorites">
            <Icon name="heart" />
            Favorites
          </a>
          <hr />
          <button type="button" className="item">
            <Icon name="out" />A button
          </button>
        </div>
      </Exhibit>
      <Exhibit name="Price" file="dialog/dialog.css" classes="price">
        <p className="price">
          <b>$20.00</b>
          <span>a month</span>
        </p>
      </Exhibit>
    </>
  );
}

function ToastExhibit() {
  return (
    <Exhibit
      name="toast, ToastRegion"
      file="toast/toast.tsx, toast/toast-region.tsx"
      classes="toast · toast bad · toast undo · toast-at"
    >
      <div className="row">
        <button
          type="button"
          className="btn line"
          onClick={() => toast({ title: 'Saved', description: 'It is on every page now.' })}
        >
          Show a toast
        </button>
        <button
          type="button"
          className="btn line"
          onClick={() => toast({ kind: 'bad', title: 'Not saved', description: 'Please try again.' })}
        >
          Show a failure
        </button>
        <button
          type="button"
          className="btn line"
          onClick={() =>
            toast({
              icon: 'trash',
              title: 'Removed',
              description: 'Undo works for ten seconds.',
              undo: () => toast({ title: 'It is back' }),
            })
          }
        >
          Show a way back
        </button>
      </div>
    </Exhibit>
  );
}
