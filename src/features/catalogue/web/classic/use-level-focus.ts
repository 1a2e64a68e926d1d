import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the heading and scrolls to the top when the level changes, because the pressed link is
 * gone. After Back and Forward, the browser restores the scroll position.
 */
export function useLevelFocus(level: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastLevel = useRef(level);
  const byHistory = useRef(false);
  const address = useRef('');
  useEffect(() => {
    const onPopState = () => {
      // A link to a part of the page, such as the skip link, also causes a history event.
      byHistory.current = currentAddress() !== address.current;
    };
    addEventListener('popstate', onPopState, { capture: true });
    return () => removeEventListener('popstate', onPopState, { capture: true });
  }, []);
  useLayoutEffect(() => {
    address.current = currentAddress();
    if (lastLevel.current === level) return;
    lastLevel.current = level;
    if (!byHistory.current) scrollTo({ top: 0, behavior: 'instant' });
    byHistory.current = false;
    heading.current?.focus({ preventScroll: true });
  }, [level]);
  return heading;
}

const currentAddress = () => location.pathname + location.search;
