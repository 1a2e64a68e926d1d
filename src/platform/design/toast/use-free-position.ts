import { useLayoutEffect, useState } from 'react';
import { findRoom, isFree } from './find-room.ts';

/** Elements that a notification must not cover. */
const CONTROLS = 'button, input, select, textarea, summary, .btn, [role=tab], [role=slider], nav a';
/** Messages that a notification must not cover: they say more than it does. */
const NOTICES = '[role=alert]';
/** Elements of this size or smaller, in px, are hidden from the eye. */
const HIDDEN_SIZE = 8;
/**
 * Time in ms until the list is moved after the last scroll, change of focus or of the page's size, and after
 * a pointer has left it: a finger leaves before its click comes, which would fall beside a list that moved.
 */
const REST = 150;

/**
 * Keeps the notifications off fields, buttons and notices: moves their list from the position of the style
 * sheet. A list that covers nothing, or is under a pointer, stays: nothing moves away from a finger.
 * `layer`: the dialog in front, which counts alone. Returns the ref of the list.
 */
export function useFreePosition(layer: Element | null): (list: HTMLElement | null) => void {
  const [list, setList] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!list) return undefined;
    let isPointedAt = false;
    const move = () => {
      if (isPointedAt) return;
      const now = list.getBoundingClientRect();
      const controls = boxesOf(CONTROLS, layer ?? document.body, list);
      const notices = boxesOf(NOTICES, layer ?? document.body, list);
      const screen = { width: innerWidth, height: innerHeight };
      if (now.height >= HIDDEN_SIZE && isFree(now, [...controls, ...notices], screen)) return;
      // Written to the element at once: with an offset that is still to be rendered, the next look at the
      // element's rectangle would count it twice.
      list.style.translate = '';
      const own = list.getBoundingClientRect();
      if (own.height < HIDDEN_SIZE) return;
      const room = findRoom(own, controls, notices, screen);
      list.style.translate = `${room.left - own.left}px ${room.top - own.top}px`;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(move, REST);
    };
    const hold = () => {
      isPointedAt = true;
    };
    const release = () => {
      isPointedAt = false;
      move();
    };
    const leave = () => {
      isPointedAt = false;
      later();
    };
    const observer = new ResizeObserver(() => {
      // The last notification goes away under the pointer without a `pointerleave`.
      if (list.childElementCount === 0) release();
      else move();
    });
    observer.observe(list);
    // The rest of a page may come after the page, and Back changes it without a change of focus.
    const page = new ResizeObserver(later);
    page.observe(layer ?? document.body);
    list.addEventListener('pointerenter', hold);
    list.addEventListener('pointerleave', leave);
    // A window that became smaller may have lost the notification: it comes back at once.
    addEventListener('resize', release);
    const events = ['scroll', 'focusin'] as const;
    for (const name of events) addEventListener(name, later, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      page.disconnect();
      list.removeEventListener('pointerenter', hold);
      list.removeEventListener('pointerleave', leave);
      removeEventListener('resize', release);
      for (const name of events) removeEventListener(name, later, { capture: true });
    };
  }, [list, layer]);
  return setList;
}

function boxesOf(kind: string, layer: Element, list: Element) {
  return [...layer.querySelectorAll(kind)]
    .filter((element) => !list.contains(element) && !element.closest('[inert], [hidden]'))
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, bottom, top }) =>
        width > HIDDEN_SIZE && height > HIDDEN_SIZE && bottom > 0 && top < innerHeight,
    );
}
