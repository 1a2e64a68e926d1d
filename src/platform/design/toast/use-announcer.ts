import { useEffect, useState } from 'react';

/** Time in ms until Radix removes the announced text. */
const ANNOUNCED_MS = 1_000;

/**
 * Returns the element in which a notification is announced: the dialog, or undefined for the page. After the
 * announcement it is outside of the document, because a list that moves between page and dialog announces
 * its notification again.
 */
export function useAnnouncer(id: number | undefined, dialog: Element | null) {
  const [announced, setAnnounced] = useState<number>();
  const [silence] = useState(() => document.createDocumentFragment());
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(id), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return id === announced ? silence : (dialog ?? undefined);
}
