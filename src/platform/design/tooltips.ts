/* One tooltip for the whole site. It shows the name of a button or link without visible words, and its
   description (aria-description). Screen readers say both already, so the tooltip is hidden from them. */

/** Until a tooltip shows, in ms (specification, section 9). */
const DELAY = 700;
/** After one tooltip closes, the next one shows at once for so many ms (specification, section 9). */
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

/** The element whose tooltip shows or is about to. */
let named: HTMLElement | null = null;
let byFocus = false;
/** The pressed element. It shows no tooltip before the pointer has been elsewhere. */
let pressed: Element | null = null;
/** A key moves the focus, and not a dialog that opens or closes. */
let keyMoves = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;

/** Watches pointer and keyboard, beginning with the element under the pointer or with the focus. */
export function startTooltips(by: 'pointer' | 'keyboard'): void {
  // Capturing: Escape closes the tooltip before it closes the dialog below.
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

/** The name of an element without visible words, and its description. */
function wordsFor(element: HTMLElement): string {
  const name = isWordless(element) ? element.getAttribute('aria-label') : null;
  return [name, element.getAttribute('aria-description')].filter(Boolean).join('\n');
}

/**
 * Whether an element shows no words. Initials in an avatar are drawn by the style sheet, and are no words.
 */
const isWordless = (element: HTMLElement) =>
  [...element.childNodes].every(
    (node) =>
      node instanceof Comment ||
      (node instanceof Element && node.getAttribute('aria-hidden') === 'true') ||
      node.textContent?.trim() === '',
  );

function show(): void {
  if (!named?.isConnected || named.checkVisibility?.() === false) return;
  tip.textContent = wordsFor(named);
  // A modal dialog makes inert what is outside of it.
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

/** Positions the tooltip above the element, or below if there is no room, or hides it with the element. */
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
