import { useLayoutEffect, useState } from 'react';

/** Events on which a dialog may open or close. Unmounting an open dialog only moves the focus. */
const CHANGES = ['toggle', 'close', 'focusin'];

/**
 * Returns the modal dialog that covers the page, or null. Everything outside of it is inert, so a
 * notification must be rendered inside. Of several dialogs, the last in the document is on top. A change of
 * `asOf` triggers an immediate check.
 */
export function useTopmostDialog(asOf?: unknown): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asOf` is a reason to look again
  useLayoutEffect(() => {
    const look = () => setDialog([...document.querySelectorAll('dialog:modal')].at(-1) ?? null);
    look();
    // Capturing, because toggle and close do not bubble.
    for (const change of CHANGES) document.addEventListener(change, look, true);
    return () => {
      for (const change of CHANGES) document.removeEventListener(change, look, true);
    };
  }, [asOf]);
  return dialog;
}
