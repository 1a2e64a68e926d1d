import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps a native dialog as modal as `open` says. The element is rendered with the `open` attribute, so that it is
 * there before any script; it becomes modal in the same frame.
 */
export function useModal(open: boolean, onClosed: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useRef(onClosed);
  useEffect(() => {
    closed.current = onClosed;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open) {
      if (element.matches(':modal')) return;
      element.removeAttribute('open');
      element.showModal();
    } else if (element.open) {
      element.close();
      closed.current();
    }
  }, [open]);
  return dialog;
}
