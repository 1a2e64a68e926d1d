import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';
import { currentToast, dismissToast, onToast } from './toast.tsx';

/** Specification, section 9. */
const SHOWN_FOR = 5_000;
const SWIPE_THRESHOLD = 50;

/** Where notifications appear: bottom right, on phones above the dock; F8 moves the focus there. */
export function ToastRegion() {
  const toast = useSyncExternalStore(onToast, currentToast, () => null);
  const bad = toast?.kind === 'bad';
  return (
    <Toast.Provider duration={SHOWN_FOR} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD}>
      {toast ? (
        <Toast.Root
          key={toast.id}
          className={bad ? 'toast bad' : 'toast'}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id);
          }}
        >
          <Icon name={toast.icon ?? (bad ? 'alert' : 'check')} />
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
      ) : null}
      <Toast.Viewport className="toast-at" />
    </Toast.Provider>
  );
}
