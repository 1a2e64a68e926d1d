import { useLayoutEffect, useRef } from 'react';

/**
 * Opening a part closes another, maybe one further up: the button that was pressed stays where it is on the screen.
 * To be called by the component that the press renders anew.
 */
export function useSteadyHead(): (pressed: HTMLElement) => void {
  const held = useRef<{ button: HTMLElement; top: number } | null>(null);
  useLayoutEffect(() => {
    const last = held.current;
    held.current = null;
    if (!last?.button.isConnected) return;
    const moved = last.button.getBoundingClientRect().top - last.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  });
  return (button) => {
    held.current = { button, top: button.getBoundingClientRect().top };
  };
}
