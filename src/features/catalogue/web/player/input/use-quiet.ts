import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds from the last tap, key or pointer move until the controls fade. */
const FADE_DELAY = 3_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Tells when the player's controls fade: a while after the reader's last action, while `fades` is true.
 * Keyboard focus on a control prevents it. `show` shows them again.
 */
export function useQuiet(
  root: RefObject<HTMLElement | null>,
  fades: boolean,
): { quiet: boolean; show(): void } {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!fades || !element) {
      setQuiet(false);
      return undefined;
    }
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (element.querySelector(':focus-visible')) wait();
        else setQuiet(true);
      }, FADE_DELAY);
    };
    const onSign = (event: Event) => {
      // The surface handles a tap on the picture itself: the first one shows the controls.
      if (!(event instanceof PointerEvent && event.pointerType !== 'mouse' && event.type === 'pointerdown'))
        setQuiet(false);
      wait();
    };
    wait();
    // The viewer handles the player's keys anywhere in its dialog.
    const scope = element.closest('dialog') ?? element;
    for (const type of SIGNS) (type === 'keydown' ? scope : element).addEventListener(type, onSign);
    return () => {
      clearTimeout(timer);
      for (const type of SIGNS) (type === 'keydown' ? scope : element).removeEventListener(type, onSign);
    };
  }, [root, fades]);
  return { quiet: quiet && fades, show: () => setQuiet(false) };
}
