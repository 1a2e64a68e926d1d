import { useEffect, useRef, useState } from 'react';

/** Time between a release and its click, in ms: a touch screen sends the click a little later. */
const UNTIL_CLICK = 100;

/**
 * Keeps a value while a pointer is down, until its click has arrived. A list that changes in between would
 * take the pressed row away, and the press would be lost.
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
