/*
 * One tooltip for the whole site. It shows the name of a button or link without visible text, and its
 * description (aria-description). Screen readers announce both already, so the tooltip is hidden from them.
 */

/** Delay before a tooltip appears, in ms (specification, section 9). */
const DELAY = 700;
/**
 * Time in ms after a tooltip closes in which the next one appears without delay (specification, section 9).
 */
const SKIP = 300;

/** Distance from the element and from the screen's edges, in px. pop-ups.css bridges it for the pointer. */
const GAP = 8;
const NAMED = 'button:is([aria-label], [aria-description]), a:is([aria-label], [aria-description])';
const MOVES_FOCUS = /^(Tab|Arrow\w+|Home|End)$/;

const tip = document.createElement('div');
tip.className = 'tooltip';
tip.dataset.part = 'tooltip';
tip.popover = 'manual';
tip.setAttribute('aria-hidden', 'true');

/** The element whose tooltip is visible or pending. */
let named: HTMLElement | null = null;
let byFocus = false;
/** The pressed element. It shows no tooltip until the pointer has left it. */
let pressed: Element | null = null;
/** Whether a key moved the focus, rather than a dialog that opens or closes. */
let keyMoves = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;

/** Watches pointer and keyboard, starting with the element under the pointer or with the focus. */
export function startTooltips(by: 'pointer' | 'keyboard'): void {
  // Capturing, because Escape must close the tooltip before the dialog below.
  for (const [type, listener] of Object.entries(LISTENERS))
    addEventListener(type, listener as EventListener, { capture: true });
  if (by === 'keyboard') aimAt(document.activeElement, true);
  else aimAt([...document.querySelectorAll(':hover')].at(-1) ?? null, false);
}

const LISTENERS = {
  pointerover({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch' || target === tip) return;
    const hovered = closestNamed(target);
    if (hovered === pressed && hovered !== null) return;
    pressed = null;
    aimAt(hovered, false);
  },
  pointerout({ relatedTarget }: PointerEvent) {
    if (relatedTarget === null && !byFocus) hide();
  },
  pointerdown({ target }: PointerEvent) {
    if (target === tip) return;
    pressed = closestNamed(target);
    keyMoves = false;
    hide();
  },
  click({ target }: MouseEvent) {
    if (target !== tip) hide();
  },
  focusin({ target }: FocusEvent) {
    if (keyMoves) aimAt(target, true);
  },
  focusout() {
    if (byFocus) hide();
  },
  keydown(event: KeyboardEvent) {
    keyMoves = MOVES_FOCUS.test(event.key);
    if (event.key !== 'Escape' || !isShown()) return;
    event.preventDefault();
    event.stopPropagation();
    hide();
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
  // The focused element keeps its tooltip while the pointer moves over elements without one.
  if (!words) {
    if (focus || !byFocus) hide();
    return;
  }
  hide();
  named = next;
  byFocus = focus;
  if (performance.now() - hiddenAt <= SKIP) show();
  else timer = setTimeout(show, DELAY);
}

/** Returns the name of an element without visible text, and its description. */
function wordsFor(element: HTMLElement): string {
  const name = isWordless(element) ? element.getAttribute('aria-label') : null;
  return [name, element.getAttribute('aria-description')].filter(Boolean).join('\n');
}

/**
 * Tells whether an element has no visible text. Initials in an avatar are drawn by the style sheet, and do
 * not count.
 */
const isWordless = (element: HTMLElement) =>
  [...element.childNodes].every(
    (node) =>
      node instanceof Comment ||
      (node instanceof Element && node.getAttribute('aria-hidden') === 'true') ||
      node.textContent?.trim() === '',
  );

/** Tells whether an element is the button of an open menu, which the tooltip would cover. */
const hasOpenPopover = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('popovertarget') ?? '')?.matches(':popover-open') === true;

function show(): void {
  if (!named?.isConnected || named.checkVisibility?.() === false || hasOpenPopover(named)) return;
  tip.textContent = wordsFor(named);
  // A modal dialog makes everything outside of it inert.
  (named.closest('dialog') ?? document.body).append(tip);
  tip.showPopover();
  follow();
}

function hide(): void {
  clearTimeout(timer);
  named = null;
  byFocus = false;
  if (!isShown()) return;
  tip.hidePopover();
  hiddenAt = performance.now();
}

/**
 * Positions the tooltip above the element, or below without space above, or hides it together with the
 * element.
 */
function follow(): void {
  if (!named || !isShown()) return;
  const { left, top, bottom, width } = named.getBoundingClientRect();
  const above = top - GAP - tip.offsetHeight;
  const y = above >= GAP ? above : bottom + GAP;
  if (bottom < 0 || y + tip.offsetHeight > innerHeight) {
    hide();
    return;
  }
  const x = left + (width - tip.offsetWidth) / 2;
  const most = document.documentElement.clientWidth - GAP - tip.offsetWidth;
  tip.style.translate = `${Math.max(GAP, Math.min(x, most))}px ${y}px`;
}
