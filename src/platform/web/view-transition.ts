/* A move to another page fades, and the picture of the card that was pressed becomes the picture of the page. */

/** The name that the pages' own pictures bear in the style sheets. */
const ART = 'art';

let pressed: Element | null = null;

/** Tells the next move what it was that a person pressed. */
export function rememberPress(element: Element): void {
  pressed = element;
}

/** Changes the page; with a transition where the browser has them and motion is welcome. */
export function changePage(change: () => void): void {
  const card = pressed?.isConnected ? pressed.closest('.card') : null;
  pressed = null;
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change();
    return;
  }
  const art = card?.querySelector<HTMLElement>('.art');
  if (art) {
    // One picture bears the name at a time: the pressed one, not the one of the page that is left.
    for (const own of document.querySelectorAll<HTMLElement>('.scene .art'))
      own.style.viewTransitionName = 'none';
    art.style.viewTransitionName = ART;
  }
  const transition = document.startViewTransition(change);
  const over = () => {
    if (art) art.style.viewTransitionName = '';
  };
  transition.finished.then(over, over);
  // A transition that is cut short by the next move is no failure.
  transition.ready.catch(() => {});
  transition.updateCallbackDone.catch(() => {});
}
