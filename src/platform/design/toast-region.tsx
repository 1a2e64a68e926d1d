import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon.tsx';
import { currentToast, dismissToast, onToast, type ShownToast } from './toast.tsx';
import { useTopmostDialog } from './use-topmost-dialog.ts';

/** Specification, section 9. */
const SHOWN_FOR = 5_000;
const SWIPE_THRESHOLD = 50;

/** Where notifications appear: bottom right, on phones above the dock; F8 moves the focus there. */
export function ToastRegion() {
  const toast = useSyncExternalStore(onToast, currentToast, () => null);
  const dialog = useTopmostDialog(toast?.id);
  const region = (
    <Toast.Provider
      duration={SHOWN_FOR}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD}
      announcerContainer={dialog ?? undefined}
    >
      {toast ? <OneToast key={toast.id} toast={toast} /> : null}
      <Toast.Viewport className="toast-at" />
    </Toast.Provider>
  );
  return dialog ? createPortal(region, dialog) : region;
}

function OneToast({ toast }: { toast: ShownToast }) {
  const bad = toast.kind === 'bad';
  return (
    <Toast.Root
      className={bad ? 'toast bad' : 'toast'}
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
    >
      <Icon name={toast.icon ?? (bad ? 'alert' : 'check')} className={toast.filled ? 'solid' : undefined} />
      <Toast.Title asChild>
        <b>{toast.title}</b>
      </Toast.Title>
      {toast.description === undefined ? null : (
        <Toast.Description asChild>
          <p>{toast.description}</p>
        </Toast.Description>
      )}
      <Toast.Close className="icon-btn" aria-label="Dismiss">
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  );
}
