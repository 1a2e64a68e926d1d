import type { Page } from 'playwright-core';

/**
 * Finds layout problems at the page's present size: elements that cause horizontal scrolling, text cut off by
 * an edge that does not scroll, and controls that cannot be scrolled into view or stay covered.
 */
export function findReflowProblems(page: Page): Promise<string[]> {
  const checks = [findSidewaysScrolls, findCutWords, findControlsOutOfReach];
  // One call, because each call to the page costs 4 ms of processor time.
  return page.evaluate(`(async () => {
    const view = await (${readView})();
    const problems = [];
    for (const find of [${checks.join()}]) problems.push(...(await find(view)));
    return problems;
  })()`);
}

/* The functions below run in the page without access to this module. They share a `View`. */

type View = Awaited<ReturnType<typeof readView>>;

/** Waits until the page is rendered at its present size. Returns the data for all checks. */
async function readView() {
  const waitForFrames = async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  };
  // The page gets the resize event at its next frame, and renders after it.
  await waitForFrames();

  const nameOf = (element: Element) =>
    element.localName + [...element.classList].map((one) => `.${one}`).join('');
  const describeProblem = (problem: string, element: Element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    return `${problem}: ${nameOf(element.parentElement ?? element)} > ${nameOf(element)} "${words}"`;
  };

  // Text for screen readers is clipped completely, and the skip link is visible only with the focus.
  const UNSEEN = '[inert], [aria-hidden=true], a[href="#main"]';
  const clipped = new Set(
    [...document.body.querySelectorAll('*')].filter(
      (element) => getComputedStyle(element).clipPath === 'inset(50%)',
    ),
  );
  const isClipped = (element: Element) => {
    for (let at: Element | null = element; at; at = at.parentElement) if (clipped.has(at)) return true;
    return false;
  };
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(UNSEEN) &&
    !isClipped(element);

  /** Tells whether an element hides, and whether it scrolls, its overflow: horizontally, and vertically. */
  const overflowOf = (element: Element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const is = (overflow: string, kinds: RegExp) => element !== document.body && kinds.test(overflow);
    return {
      hides: [is(overflowX, /hidden|clip/), is(overflowY, /hidden|clip/)],
      scrolls: [is(overflowX, /auto|scroll/), is(overflowY, /auto|scroll/)],
    };
  };
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  return { waitForFrames, nameOf, describeProblem, isSeen, overflowOf, layer };
}

function findSidewaysScrolls({ isSeen, overflowOf, describeProblem }: View): string[] {
  /** Rows that scroll horizontally by design. */
  const REELS = '[role=group][aria-label=Keywords], [role=tablist]';
  const problems: string[] = [];
  const tooWide = document.documentElement.scrollWidth - innerWidth;
  const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(isSeen);
  if (tooWide > 0) {
    const beyond = all.filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !element.closest(REELS),
    );
    problems.push(describeProblem(`${tooWide} px too wide`, beyond.at(-1) ?? document.body));
  }
  for (const element of all)
    if (
      overflowOf(element).scrolls[0] &&
      !element.matches(REELS) &&
      element.scrollWidth > element.clientWidth
    )
      problems.push(describeProblem('scrolls sideways', element));
  return problems;
}

function findCutWords({ layer, isSeen, overflowOf, nameOf, describeProblem }: View): string[] {
  const problems: string[] = [];
  const texts = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const words = texts.currentNode;
    const parent = words.parentElement;
    if (!parent || !words.nodeValue?.trim() || !isSeen(parent)) continue;
    range.selectNodeContents(words);
    const edges = [...range.getClientRects()].map((line) => edgeOver(line, parent));
    const edge = edges.find((one) => one !== null);
    if (edge) problems.push(describeProblem(`cut off by ${nameOf(edge)}`, parent));
  }
  return problems;

  /** Finds the ancestor that cuts off the line and cannot be scrolled. */
  function edgeOver(line: DOMRect, from: Element): Element | null {
    for (let at: Element | null = from; at; at = at.parentElement) {
      // The specification clamps card texts to two lines.
      if (getComputedStyle(at).webkitLineClamp !== 'none') return null;
      const { hides, scrolls } = overflowOf(at);
      const edge = at.getBoundingClientRect();
      // A box of one pixel is for screen readers.
      if (edge.width <= 1 && edge.height <= 1) return null;
      if (hides[0] && (line.right > edge.right + 1 || line.left < edge.left - 1)) return at;
      // The box of a line is taller than its letters.
      if (hides[1] && (line.bottom > edge.bottom + 6 || line.top < edge.top - 6)) return at;
      if (scrolls[0] || scrolls[1]) return null;
    }
    return null;
  }
}

async function findControlsOutOfReach(view: View): Promise<string[]> {
  const { layer, isSeen, waitForFrames, nameOf, describeProblem } = view;
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, video[controls], audio[controls], [tabindex="0"]';
  /** Number of controls checked at the beginning and at the end of a long page. */
  const [FIRST, LAST] = [60, 20];
  /** Layers that close by themselves or at a press outside. */
  const PASSING = '[data-part=toasts], :popover-open';
  const problems: string[] = [];
  const controls = [...layer.querySelectorAll<HTMLElement>(CONTROLS)].filter(isSeen);
  for (const control of [...controls.slice(0, FIRST), ...controls.slice(FIRST).slice(-LAST)]) {
    await bringIntoView(control);
    const lines = [...control.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (lines.length === 0) continue;
    // One visible line of a long title is enough.
    const hit = lines
      .map(({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2))
      .find((one) => one !== null);
    if (!hit) problems.push(describeProblem('out of reach', control));
    else if (!control.contains(hit) && !hit.contains(control) && !hit.closest(PASSING))
      problems.push(describeProblem(`under ${nameOf(hit)}`, control));
  }
  scrollTo({ top: 0, behavior: 'instant' });
  return problems;

  async function bringIntoView(control: HTMLElement): Promise<void> {
    // A popover follows its button at the next frame.
    const popover = control.closest('[popover]');
    const opener = popover && document.querySelector(`[popovertarget="${CSS.escape(popover.id)}"]`);
    if (opener) {
      opener.scrollIntoView({ block: 'center', behavior: 'instant' });
      await waitForFrames();
    }
    control.scrollIntoView({
      block: opener ? 'nearest' : 'center',
      inline: 'center',
      behavior: 'instant',
    });
  }
}
