import { useLayoutEffect, useState } from 'react';

/** When a dialog may have come or gone; one that is taken away open only lets the focus go. The first two do not bubble. */
const CHANGES = ['toggle', 'close', 'focusin'];

/**
 * The modal dialog that covers the page, if one does: what is outside of it is neither seen nor heard, so that what
 * must be belongs inside. Of several it is the topmost, which stands last in the document. It is looked for at once
 * when `asOf` changes.
 */
export function useTopmostDialog(asOf?: unknown): Element | null {
  const [dialog, setDialog] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them looks for itself
  useLayoutEffect(() => {
    const look = () => setDialog([...document.querySelectorAll('dialog:modal')].at(-1) ?? null);
    look();
    for (const change of CHANGES) document.addEventListener(change, look, true);
    return () => {
      for (const change of CHANGES) document.removeEventListener(change, look, true);
    };
  }, [asOf]);
  return dialog;
}
