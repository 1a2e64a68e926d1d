import { type RefObject, useLayoutEffect } from 'react';

/**
 * Stops the page behind the open viewer from scrolling: by a style (viewer.module.css), and on touch screens
 * by cancelling drags that nothing in the viewer scrolls with. Safari on iPhones would scroll the page.
 */
export function useScrollLock(open: boolean, dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    const page = document.documentElement;
    page.dataset.viewerOpen = '';
    const onTouchMove = (event: TouchEvent) => {
      // Two fingers zoom, and one finger pans a zoomed page.
      if (event.touches.length > 1 || (visualViewport?.scale ?? 1) > 1.05) return;
      const { target, cancelable } = event;
      if (cancelable && target instanceof Element && !scrolls(target, element)) event.preventDefault();
    };
    element.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => {
      delete page.dataset.viewerOpen;
      element.removeEventListener('touchmove', onTouchMove);
    };
  }, [open, dialog]);
}

/** Whether a part of the viewer scrolls with a drag that begins at the target. */
function scrolls(target: Element, viewer: Element): boolean {
  for (let part: Element | null = target; part; part = part === viewer ? null : part.parentElement)
    if (part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY))
      return true;
  return false;
}
