import { type TouchEvent, useRef } from 'react';

/** Further than this, and mostly sideways. */
const DISTANCE = 50;
/** Where a finger that moves sideways has other work to do. */
const BUSY = 'video, audio, iframe, input, textarea, select, [popover]';

/** Whoever has drawn the page larger moves about in it. */
const isMagnified = () => (visualViewport?.scale ?? 1) > 1.05;

/** One finger moved left or right: handlers for the element that is swiped. */
export function useSwipe(onLeft: () => void, onRight: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches[0];
      const busy = event.target instanceof Element && event.target.closest(BUSY);
      start.current =
        touch && event.touches.length === 1 && !busy && !isMagnified()
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    },
    onTouchEnd: (event: TouchEvent) => {
      const from = start.current;
      const touch = event.changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const x = touch.clientX - from.x;
      if (Math.abs(x) < DISTANCE || Math.abs(x) < 1.5 * Math.abs(touch.clientY - from.y)) return;
      if (x < 0) onLeft();
      else onRight();
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}
