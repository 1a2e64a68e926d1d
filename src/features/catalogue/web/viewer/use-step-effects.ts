import { useEffect, useRef, useState } from 'react';

/** Returns `text` after a step; empty before, because the opening dialog already announces its title. */
export function useAnnouncement(id: number, text: string): string {
  const first = useRef(id);
  const [stepped, setStepped] = useState(false);
  useEffect(() => {
    if (id !== first.current) setStepped(true);
  }, [id]);
  return stepped ? text : '';
}

/** Scrolls to the top after a step, and focuses the dialog when the pressed arrow is gone. */
export function useStepReset(id: number, dialog: { current: HTMLDialogElement | null }): void {
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    const element = dialog.current;
    element?.scrollTo({ top: 0, behavior: 'instant' });
    if (element && !element.contains(document.activeElement)) element.focus();
  }, [id, dialog]);
}
