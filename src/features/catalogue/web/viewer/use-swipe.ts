import { type RefObject, type TouchEvent, useEffect, useRef } from 'react';

/** Shortest swipe, in CSS pixels. */
const DISTANCE = 50;
/** A swipe is this many times wider than high. */
const ASPECT = 1.5;
/** Elements that use a sideways touch themselves. */
const TOUCH_TARGETS =
  'iframe, input, textarea, select, pre, [role=slider], [role=dialog]:not(dialog), [popover]';

/** While the page is zoomed, one finger pans it. */
const isZoomed = () => (visualViewport?.scale ?? 1) > 1.05;

/** Returns touch handlers for `element` that recognize a swipe of one finger to the left or right. */
export function useSwipe(element: RefObject<HTMLElement | null>, onLeft: () => void, onRight: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    // Chromium makes a fling of a quick swipe, although nothing follows it, and ignores a tap in the half
    // second after that. React would listen without the right to prevent.
    element.current?.addEventListener(
      'touchmove',
      (event) => {
        const from = start.current;
        const touch = event.touches[0];
        if (!from || !touch || !event.cancelable) return;
        if (Math.abs(touch.clientX - from.x) > Math.abs(touch.clientY - from.y)) event.preventDefault();
      },
      { passive: false },
    );
  }, [element]);
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0];
      const taken = event.target instanceof Element && event.target.closest(TOUCH_TARGETS);
      start.current =
        touch && event.touches.length === 1 && !taken && !isZoomed()
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const from = start.current;
      const touch = event.changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const x = touch.clientX - from.x;
      if (Math.abs(x) < DISTANCE || Math.abs(x) < ASPECT * Math.abs(touch.clientY - from.y)) return;
      if (x < 0) onLeft();
      else onRight();
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}
