import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to an element when a press removes the focused control inside it, so that the keyboard
 * continues there and not at the top of the page. The element needs `tabIndex={-1}` and must stay mounted.
 */
export function useKeptFocus<E extends HTMLElement>(): RefObject<E | null> {
  const container = useRef<E>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    // Not a control, and as wide as the page, so an outline around it would mark nothing.
    element.style.setProperty('outline', 'none');
    element.style.setProperty('box-shadow', 'none');
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      last = null;
      // A dialog or another press may have moved it already.
      if (document.activeElement === document.body) element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', remember);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
  return container;
}
