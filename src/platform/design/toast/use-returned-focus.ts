import { type FocusEvent, useEffect, useRef } from 'react';

/** Returns the focus from a closing notification to the element that had it before. */
export function useReturnedFocus(open: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    if (!open && ref.current?.contains(document.activeElement))
      (before.current as HTMLElement | null)?.focus();
  }, [open]);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return { ref, onFocus };
}
