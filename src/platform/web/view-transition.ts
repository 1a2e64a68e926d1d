/* The new page fades in, and the pressed card's cover becomes the cover of the page. */

/** The `view-transition-name` of the pages' covers in the style sheets. */
const ART = 'art';
/** Milliseconds: `--dur-quick` in tokens.css. */
const FADE = 200;

let pressed: Element | null = null;

/** Stores the pressed element for the next navigation. */
export function rememberPress(element: Element): void {
  pressed = element;
}

/**
 * Changes the page. Without reduced motion, the new page fades in, and a pressed card's cover becomes the
 * page's cover if the browser supports view transitions. Only covers are part of the transition, because a
 * browser sends no clicks to elements in it (see `ground.css`). Other changes have no transition: at its
 * start, Chromium sends no clicks for some frames, and readers press “Next wave” again as fast as they can.
 */
export function changePage(change: () => void): void {
  const card = pressed?.isConnected ? pressed.closest('li') : null;
  pressed = null;
  if (!moves()) {
    change();
    return;
  }
  const art = card?.querySelector<HTMLElement>('[data-part=cover]');
  const turn = () => {
    change();
    document.querySelector('main')?.animate({ opacity: [0, 1] }, FADE);
  };
  if (!document.startViewTransition || !art) {
    turn();
    return;
  }
  // A name must be unique. The pressed card's cover takes it from the old page's cover.
  for (const own of document.querySelectorAll<HTMLElement>('[data-part=hero-cover]'))
    own.style.viewTransitionName = 'none';
  art.style.viewTransitionName = ART;
  const transition = document.startViewTransition(turn);
  const clear = () => {
    art.style.viewTransitionName = '';
  };
  transition.finished.then(clear, clear);
  // The next navigation may abort a transition, which is no error.
  transition.ready.catch(() => {});
  transition.updateCallbackDone.catch(() => {});
}
