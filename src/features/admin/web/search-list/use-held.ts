import { useEffect, useRef, useState } from 'react';

/** Maximum time from a release to its click, in ms. Touch screens send the click with a delay. */
const UNTIL_CLICK = 100;

/**
 * Freezes a value while a pointer is down, until its click has arrived. A list that changes in between would
 * move the pressed row away, and the press would be lost.
 */
export function useHeld<T>(value: T): { held: T; onPointerDown(): void } {
  const [isDown, setDown] = useState(false);
  const latest = useRef(value);
  useEffect(() => {
    if (!isDown) latest.current = value;
  });
  useEffect(() => {
    if (!isDown) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const release = () => {
      timer = setTimeout(() => setDown(false), UNTIL_CLICK);
    };
    const events = ['pointerup', 'pointercancel'] as const;
    for (const event of events) addEventListener(event, release);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, release);
    };
  }, [isDown]);
  return { held: isDown ? latest.current : value, onPointerDown: () => setDown(true) };
}
