import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { indexUnder } from './move.ts';

/** Minimum pointer movement of a drag, in px. */
const SLACK = 5;
/** Distance in px to the screen's edge at which the page scrolls, and px per step. */
const EDGE = 72;
const STEP = 14;

interface Drag {
  from: number;
  to: number;
}

/**
 * Implements dragging of a list's rows by a handle with mouse, pen or finger. Indexes are those in the list's
 * element. Escape cancels.
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const held = useRef<{ from: number; startY: number; y: number; moving: boolean } | null>(null);
  /** Whether the last press ended a drag, so that its click is ignored. */
  const dragged = useRef(false);
  const moving = drag !== null;

  const update = () => {
    const hold = held.current;
    if (!hold?.moving || !list.current) return;
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect());
    const to = indexUnder(rows, hold.from, hold.y);
    setDrag((now) => (now?.to === to && now.from === hold.from ? now : { from: hold.from, to }));
  };

  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => {
      const y = held.current?.y ?? EDGE;
      if (y < EDGE) scrollBy({ top: -STEP, behavior: 'instant' });
      else if (y > innerHeight - EDGE) scrollBy({ top: STEP, behavior: 'instant' });
    }, 16);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      held.current = null;
      setDrag(null);
    };
    addEventListener('keydown', onKey);
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', onKey);
    };
  }, [moving]);

  const handle = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      dragged.current = false;
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { from, startY: event.clientY, y: event.clientY, moving: false };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const hold = held.current;
      if (!hold) return;
      hold.y = event.clientY;
      if (!hold.moving && Math.abs(hold.y - hold.startY) < SLACK) return;
      hold.moving = true;
      dragged.current = true;
      update();
    },
    onPointerUp() {
      const hold = held.current;
      held.current = null;
      setDrag(null);
      if (hold?.moving && drag && drag.to !== drag.from) onDrop(drag.from, drag.to);
    },
    onPointerCancel() {
      held.current = null;
      setDrag(null);
    },
  });
  return { drag, handle, wasDragged: () => dragged.current };
}
