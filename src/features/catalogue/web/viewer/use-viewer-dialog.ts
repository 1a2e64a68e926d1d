import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

/**
 * Makes a native dialog modal while `open` is true, and closes it otherwise.
 *
 * The server renders the dialog with the `open` attribute, so that it shows before any script runs. The
 * hook makes it modal on the first render. If a person closed it before that, the hook calls
 * `onClosedEarly` instead.
 */
export function useViewerDialog(
  open: boolean,
  onClosed: () => void,
  onClosedEarly: () => void,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const isServed = useRef(true);
  const closed = useEffectEvent(onClosed);
  const closedEarly = useEffectEvent(onClosedEarly);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const isFirst = isServed.current;
    isServed.current = false;
    if (open) {
      if (element.matches(':modal')) return;
      if (isFirst && !element.open) return closedEarly();
      element.removeAttribute('open');
      element.showModal();
      // Not the first button, Close: Space would close the dialog instead of playing.
      element.focus({ preventScroll: true });
    } else if (element.open) {
      element.close();
      closed();
    }
  }, [open]);
  return dialog;
}
