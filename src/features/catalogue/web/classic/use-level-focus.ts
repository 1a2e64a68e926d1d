import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the heading and scrolls to the top when the level changes, because the pressed link is
 * gone. Back and forward leave the scroll position to the browser.
 */
export function useLevelFocus(level: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastLevel = useRef(level);
  const byHistory = useRef(false);
  useEffect(() => {
    const onPopState = () => {
      byHistory.current = true;
    };
    addEventListener('popstate', onPopState, { capture: true });
    return () => removeEventListener('popstate', onPopState, { capture: true });
  }, []);
  useLayoutEffect(() => {
    if (lastLevel.current === level) return;
    lastLevel.current = level;
    if (!byHistory.current) scrollTo({ top: 0, behavior: 'instant' });
    byHistory.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [level]);
  return heading;
}
