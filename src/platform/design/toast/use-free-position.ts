import { useLayoutEffect, useState } from 'react';
import { findRoom, isFree } from './find-room.ts';

/** Elements that a notification must not cover. */
const CONTROLS = `button, input, select, textarea, summary, .btn, [role=tab], [role=slider], nav a,
  :is(a, [role=treeitem]):focus`;
/** Messages that a notification must not cover, because they are more important. */
const NOTICES = '[role=alert]';
/** Rows of lists. The next press is often in the row of the last one. */
const ROWS = 'li, tr';
/** Maximum size in px of visually hidden elements. */
const HIDDEN_SIZE = 8;
/**
 * Delay in ms before the list moves after the last scroll, change of focus or change of the page's size, and
 * after a pointer has left it. Touch pointers leave before their click, which would miss a moved list.
 */
const REST = 150;

/**
 * Keeps notifications off fields, buttons and notices, by moving their list from its position in the style
 * sheet. The list does not move when it covers nothing or is under a pointer, because a finger may be about
 * to press. `layer`: the frontmost dialog, whose content alone is considered. Returns the ref of the list.
 */
export function useFreePosition(layer: Element | null): (list: HTMLElement | null) => void {
  const [list, setList] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!list) return undefined;
    let isPointedAt = false;
    let pressed: Element | null = null;
    const move = () => {
      if (isPointedAt) return;
      const now = list.getBoundingClientRect();
      const of = (kind: string) => boxesOf([...(layer ?? document.body).querySelectorAll(kind)], list);
      const [controls, notices] = [of(CONTROLS), of(NOTICES)];
      const screen = { width: innerWidth, height: innerHeight };
      if (now.height >= HIDDEN_SIZE && isFree(now, [...controls, ...notices], screen)) return;
      // Written directly to the element. With an offset in a pending render, the next measurement would count
      // it twice.
      list.style.translate = '';
      const own = list.getBoundingClientRect();
      if (own.height < HIDDEN_SIZE) return;
      const row = boxesOf(pressed ? [pressed.closest(ROWS) ?? pressed] : [], list);
      const room = findRoom(own, { controls, notices, pressed: row }, screen);
      list.style.translate = `${room.left - own.left}px ${room.top - own.top}px`;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(move, REST);
    };
    const rememberPress = ({ target }: Event) => {
      pressed = target instanceof Element ? target : null;
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
      // When the last notification disappears under the pointer, there is no `pointerleave`.
      if (list.childElementCount === 0) release();
      else move();
    });
    observer.observe(list);
    // Parts of a page may load later, and Back changes it without a change of focus.
    const page = new ResizeObserver(later);
    page.observe(layer ?? document.body);
    list.addEventListener('pointerenter', hold);
    list.addEventListener('pointerleave', leave);
    // In a smaller window the notification may be off screen, so it returns at once.
    addEventListener('resize', release);
    addEventListener('pointerdown', rememberPress, true);
    const events = ['scroll', 'focusin'] as const;
    for (const name of events) addEventListener(name, later, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      page.disconnect();
      list.removeEventListener('pointerenter', hold);
      list.removeEventListener('pointerleave', leave);
      removeEventListener('resize', release);
      removeEventListener('pointerdown', rememberPress, true);
      for (const name of events) removeEventListener(name, later, { capture: true });
    };
  }, [list, layer]);
  return setList;
}

function boxesOf(elements: readonly Element[], list: Element) {
  return elements
    .filter((element) => !list.contains(element) && !element.closest('[inert], [hidden]'))
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, bottom, top }) =>
        width > HIDDEN_SIZE && height > HIDDEN_SIZE && bottom > 0 && top < innerHeight,
    );
}
