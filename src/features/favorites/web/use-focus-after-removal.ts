import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus from a removed item to the heart of the item that takes its index, so that the page does
 * not scroll and the keyboard continues there. Without one, moves it to the selected tab or the page's title.
 */
export function useFocusAfterRemoval(count: number, page: RefObject<HTMLElement | null>): void {
  const previous = useRef(count);
  const pressed = useRef(0);
  useEffect(() => {
    // Safari does not focus pressed buttons.
    const onClick = ({ target }: Event) => {
      pressed.current = heartsIn(page).findIndex((heart) => heart.contains(target as Node));
    };
    const element = page.current;
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [page]);
  useEffect(() => {
    const fewer = count < previous.current;
    previous.current = count;
    if (!fewer || (document.activeElement && document.activeElement !== document.body)) return;
    const hearts = heartsIn(page);
    const find = (selector: string) => page.current?.querySelector<HTMLElement>(selector);
    const next = hearts[Math.min(pressed.current, hearts.length - 1)];
    (next ?? find('[role=tab][aria-selected=true]') ?? find('h1'))?.focus({ preventScroll: true });
  }, [count, page]);
}

const heartsIn = (page: RefObject<HTMLElement | null>) => [
  ...(page.current?.querySelectorAll<HTMLElement>('[role=tabpanel] [aria-pressed]') ?? []),
];
