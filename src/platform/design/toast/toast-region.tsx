import * as Toast from '@radix-ui/react-toast';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Link } from '#platform/web/link.tsx';
import { classNames } from '../class-names.ts';
import { useTopmostDialog } from '../dialog/use-topmost-dialog.ts';
import { Icon } from '../icon.tsx';
import { currentToast, dismissToast, onToast, type ShownToast, type ToastContent } from './toast.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useFreePosition } from './use-free-position.ts';
import { useReturnedFocus } from './use-returned-focus.ts';
import './toast.css';

/** Display time in ms (specification, section 9). */
const SHOWN_MS = 5_000;
/** Display time with Undo, in ms, from the owner's design. */
const UNDO_MS = 10_000;
/** In px (specification, section 9). */
const SWIPE_THRESHOLD = 50;

interface ToastRegionProps {
  /** Returns links for a notification, the main one first. */
  linksOf(toast: ToastContent): readonly ToastLink[];
}

interface ToastLink {
  label: string;
  href: string;
  /** Whether the link opens a new tab, because the page has unsaved text. */
  isNewTab?: boolean;
}

/**
 * Shows the current notification at the bottom right, on phones above the dock, or at a position where it
 * covers no control. F8 moves the focus there, and it returns when the notification closes.
 */
export function ToastRegion({ linksOf }: ToastRegionProps) {
  const toast = useSyncExternalStore(onToast, currentToast, () => null);
  const dialog = useTopmostDialog(toast?.id);
  const ref = useFreePosition(dialog);
  const announcer = useAnnouncer(toast?.id, dialog);
  const returned = useReturnedFocus(toast?.open ?? false);
  const region = (
    <div {...returned}>
      <Toast.Provider
        duration={SHOWN_MS}
        swipeDirection="right"
        swipeThreshold={SWIPE_THRESHOLD}
        announcerContainer={announcer}
      >
        {toast ? <OneToast key={toast.id} toast={toast} links={linksOf(toast)} /> : null}
        <Toast.Viewport ref={ref} className="toast-at" data-part="toasts" />
      </Toast.Provider>
    </div>
  );
  return dialog ? createPortal(region, dialog) : region;
}

function OneToast({ toast, links }: { toast: ShownToast; links: readonly ToastLink[] }) {
  const bad = toast.kind === 'bad';
  return (
    <Toast.Root
      className={classNames('toast', bad && 'bad', toast.undo && 'undo')}
      data-part="toast"
      data-kind={toast.kind}
      duration={toast.undo ? UNDO_MS : SHOWN_MS}
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      onEscapeKeyDown={(event) => {
        const list = document.activeElement?.closest<HTMLElement>('[data-part=toasts]');
        if (!list || !toast.open) return;
        // The key would also close the surrounding dialog.
        event.preventDefault();
        list.focus();
        dismissToast(toast.id);
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
      {links.length === 0 ? null : (
        <div className="row">
          {links.map(({ label, href, isNewTab }, index) => (
            <Toast.Action key={href} altText={label} asChild>
              {isNewTab ? (
                <a className="btn sm" href={href} target="_blank" rel="noopener">
                  {label}
                </a>
              ) : (
                <Link className={index === 0 ? 'btn sm' : 'btn line sm'} href={href}>
                  {label}
                </Link>
              )}
            </Toast.Action>
          ))}
        </div>
      )}
      {toast.undo ? (
        <Toast.Action altText="F8 leads to Undo" asChild>
          <button type="button" className="btn line sm" onClick={() => toast.open && toast.undo?.()}>
            Undo
          </button>
        </Toast.Action>
      ) : null}
      <Toast.Close className="icon-btn" aria-label="Dismiss">
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  );
}
