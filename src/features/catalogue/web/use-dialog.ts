import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps a native dialog as modal as `open` says. The element is rendered with the `open` attribute, so that it is
 * there before any script; it becomes modal in the same frame, unless its own form closed it before: `onClosedEarly`
 * makes `open` say so too.
 */
export function useModal(
  open: boolean,
  onClosed: () => void,
  onClosedEarly: () => void,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useRef(onClosed);
  const closedEarly = useRef<(() => void) | null>(onClosedEarly);
  useEffect(() => {
    closed.current = onClosed;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const ifEarly = closedEarly.current;
    closedEarly.current = null;
    if (open) {
      if (element.matches(':modal')) return;
      if (ifEarly && !element.open) {
        ifEarly();
        return;
      }
      element.removeAttribute('open');
      element.showModal();
    } else if (element.open) {
      element.close();
      closed.current();
    }
  }, [open]);
  return dialog;
}
