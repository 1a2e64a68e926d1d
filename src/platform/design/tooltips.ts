/* One tooltip for the whole site. It shows what a button or link is called that shows an icon alone, and what more
   there is to say of it (aria-description). Those who hear both anyway do not hear them twice. */

/** Specification, section 9. */
const DELAY = 700;
const SKIP = 300;

/** Between it and what it names, and from the screen's edges, in pixels. A bridge over it stands in pop-ups.css. */
const GAP = 8;
const NAMED = 'button:is([aria-label], [aria-description]), a:is([aria-label], [aria-description])';
const MOVES_FOCUS = /^(Tab|Arrow\w+|Home|End)$/;

const tip = document.createElement('div');
tip.className = 'tooltip';
tip.popover = 'manual';
tip.ariaHidden = 'true';

/** What it names, or is about to. */
let named: HTMLElement | null = null;
let byFocus = false;
/** What was pressed has been understood: it is not named again before the pointer has been elsewhere. */
let pressed: Element | null = null;
/** The focus moves because a key moved it, and not because a dialog opened or closed. */
let keyMoves = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;

/** Watches pointer and keyboard from now on, beginning with where one of them is. */
export function startTooltips(by: 'pointer' | 'keyboard'): void {
  // In the capturing phase: Escape belongs to the tooltip before it belongs to the dialog beneath.
  for (const [type, listener] of Object.entries(LISTENERS))
    addEventListener(type, listener as EventListener, { capture: true });
  if (by === 'keyboard') aimAt(document.activeElement, true);
  else aimAt([...document.querySelectorAll(':hover')].at(-1) ?? null, false);
}

const LISTENERS = {
  pointerover({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch' || target === tip) return;
    const under = closestNamed(target);
    if (under === pressed && under !== null) return;
    pressed = null;
    aimAt(under, false);
  },
  pointerout({ relatedTarget }: PointerEvent) {
    if (relatedTarget === null && !byFocus) letGo();
  },
  pointerdown({ target }: PointerEvent) {
    if (target === tip) return;
    pressed = closestNamed(target);
    keyMoves = false;
    letGo();
  },
  click({ target }: MouseEvent) {
    if (target !== tip) letGo();
  },
  focusin({ target }: FocusEvent) {
    if (keyMoves) aimAt(target, true);
  },
  focusout() {
    if (byFocus) letGo();
  },
  keydown(event: KeyboardEvent) {
    keyMoves = MOVES_FOCUS.test(event.key);
    if (event.key !== 'Escape' || !isShown()) return;
    event.preventDefault();
    event.stopPropagation();
    letGo();
  },
  scroll: follow,
  resize: follow,
};

const isShown = () => tip.matches(':popover-open');

const closestNamed = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(NAMED) : null;

function aimAt(target: EventTarget | null, focus: boolean): void {
  const next = closestNamed(target);
  if (next === named) return;
  const words = next && wordsFor(next);
  // What has the focus keeps its tooltip while the pointer wanders over nothing in particular.
  if (!words) {
    if (focus || !byFocus) letGo();
    return;
  }
  letGo();
  named = next;
  byFocus = focus;
  if (performance.now() - hiddenAt <= SKIP) show();
  else timer = setTimeout(show, DELAY);
}

/** Its name, unless words show already; and its description. */
function wordsFor(element: HTMLElement): string {
  const name = isWordless(element) ? element.ariaLabel : null;
  return [name, element.ariaDescription].filter(Boolean).join('\n');
}

/** Initials, as of an avatar, are hidden from those who hear the name: they are no words. */
const isWordless = (element: HTMLElement) =>
  [...element.childNodes].every(
    (node) =>
      node instanceof Comment ||
      (node instanceof Element && node.ariaHidden === 'true') ||
      node.textContent?.trim() === '',
  );

function show(): void {
  if (!named?.checkVisibility()) return;
  tip.textContent = wordsFor(named);
  // A modal dialog makes inert what is outside of it.
  (named.closest('dialog') ?? document.body).append(tip);
  tip.showPopover();
  follow();
}

function letGo(): void {
  clearTimeout(timer);
  named = null;
  byFocus = false;
  if (!isShown()) return;
  tip.hidePopover();
  hiddenAt = performance.now();
}

/** Above what it names, or below where that is too narrow; gone when neither is in sight. */
function follow(): void {
  if (!named || !isShown()) return;
  const { left, top, bottom, width } = named.getBoundingClientRect();
  const above = top - GAP - tip.offsetHeight;
  const y = above >= GAP ? above : bottom + GAP;
  if (bottom < 0 || y + tip.offsetHeight > innerHeight) {
    letGo();
    return;
  }
  const x = left + (width - tip.offsetWidth) / 2;
  const most = document.documentElement.clientWidth - GAP - tip.offsetWidth;
  tip.style.translate = `${Math.max(GAP, Math.min(x, most))}px ${y}px`;
}
