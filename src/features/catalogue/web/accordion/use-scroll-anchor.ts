import { useLayoutEffect, useRef } from 'react';
import * as css from './accordion.module.css';
import { foldClosed, openSectionsFrom } from './fold-sections.ts';

interface Anchor {
  button: HTMLElement;
  /** Px from the top of the window. */
  top: number;
  open: ReturnType<typeof openSectionsFrom>;
}

/**
 * Keeps a pressed button at its height on the screen when the press closes a section above it. Animates the
 * sections that open and close. Call the hook in the component that the press renders again, and the returned
 * function with the button, before the press takes effect.
 */
export function useScrollAnchor(): (button: HTMLElement) => void {
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    const last = anchor.current;
    anchor.current = null;
    if (!last?.button.isConnected) return;
    const moved = last.button.getBoundingClientRect().top - last.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
    // A section that is open from the start is not animated.
    const opened = document.getElementById(last.button.getAttribute('aria-controls') ?? '');
    opened?.classList.add(css.unfolding);
    foldClosed(last.open);
  });
  return (button) => {
    const { top } = button.getBoundingClientRect();
    anchor.current = { button, top, open: openSectionsFrom(button) };
  };
}
