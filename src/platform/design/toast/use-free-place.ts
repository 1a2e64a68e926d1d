import { useLayoutEffect, useState } from 'react';
import { findRoom } from './find-room.ts';

/** Elements that a notification must not cover. */
const CONTROLS = 'button, input, select, textarea, summary, .btn, [role=tab], [role=slider], nav a';
/** Smaller ones, in px, are hidden from the eye. */
const SMALLEST = 8;
/** A page that moves is looked at again when it has come to rest, after this time in ms. */
const REST = 150;

/**
 * Keeps the notifications off fields and buttons: moves their list from the place that the style sheet gives
 * it. `layer`: the dialog in front, whose controls count alone. Returns the ref of the list.
 */
export function useFreePlace(layer: Element | null): (list: HTMLElement | null) => void {
  const [list, setList] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!list) return undefined;
    const place = () => {
      // Written to the element at once: with an offset that is still to be rendered, the next look at the
      // element's rectangle would count it twice.
      list.style.translate = '';
      const own = list.getBoundingClientRect();
      if (own.bottom - own.top < SMALLEST) return;
      const room = findRoom(own, controlsIn(layer ?? document.body, list), { width: innerWidth });
      list.style.translate = `${room.left - own.left}px ${room.top - own.top}px`;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(place, REST);
    };
    const observer = new ResizeObserver(place);
    observer.observe(list);
    // A window that became smaller may have lost the notification: it comes back at once.
    addEventListener('resize', place);
    const events = ['scroll', 'focusin'] as const;
    for (const name of events) addEventListener(name, later, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('resize', place);
      for (const name of events) removeEventListener(name, later, { capture: true });
    };
  }, [list, layer]);
  return setList;
}

function controlsIn(layer: Element, list: Element) {
  return [...layer.querySelectorAll(CONTROLS)]
    .filter((control) => !list.contains(control) && !control.closest('[inert], [hidden]'))
    .map((control) => control.getBoundingClientRect())
    .filter(
      ({ width, height, bottom, top }) =>
        width > SMALLEST && height > SMALLEST && bottom > 0 && top < innerHeight,
    );
}
