import type { Page } from 'playwright-core';

/**
 * What the page loses at its present size: what makes it scroll sideways, words behind an edge that does not scroll, and
 * controls that do not come into view or stay beneath something else.
 */
export function findReflowProblems(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    const name = (element: Element) =>
      element.localName + [...element.classList].map((one) => `.${one}`).join('');
    const say = (what: string, element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      found.push(`${what}: ${name(element.parentElement ?? element)} > ${name(element)} "${words}"`);
    };
    /** For the ear alone, or shown only to whoever reaches it. */
    const UNSEEN = '[inert], [aria-hidden=true], .sr, .skip';
    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(UNSEEN);
    const ways = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const is = (way: string, what: RegExp) => element !== document.body && what.test(way);
      return {
        hides: [is(overflowX, /hidden|clip/), is(overflowY, /hidden|clip/)],
        scrolls: [is(overflowX, /auto|scroll/), is(overflowY, /auto|scroll/)],
      };
    };

    /** These scroll sideways by design: one row that stays one row. */
    const REELS = '.chips.reel, .tabs';
    function lookAside(): void {
      const tooWide = document.documentElement.scrollWidth - innerWidth;
      const all = [...document.body.querySelectorAll<HTMLElement>('*')].filter(seen);
      if (tooWide > 0) {
        const beyond = all.filter(
          (element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !element.closest(REELS),
        );
        say(`${tooWide} px too wide`, beyond.at(-1) ?? document.body);
      }
      for (const element of all)
        if (ways(element).scrolls[0] && !element.matches(REELS) && element.scrollWidth > element.clientWidth)
          say('scrolls sideways', element);
    }

    /** The edge that hides part of the line, and lets nobody scroll to it. */
    function edgeOver(line: DOMRect, from: Element): Element | null {
      for (let at: Element | null = from; at; at = at.parentElement) {
        // Two lines, says the specification; the rest is on the item's own page.
        if (getComputedStyle(at).webkitLineClamp !== 'none') return null;
        const { hides, scrolls } = ways(at);
        const edge = at.getBoundingClientRect();
        // A box of one pixel is for the ear alone.
        if (edge.width <= 1 && edge.height <= 1) return null;
        if (hides[0] && (line.right > edge.right + 1 || line.left < edge.left - 1)) return at;
        // A line's box is taller than its letters.
        if (hides[1] && (line.bottom > edge.bottom + 6 || line.top < edge.top - 6)) return at;
        if (scrolls[0] || scrolls[1]) return null;
      }
      return null;
    }
    function lookAtWords(layer: Element): void {
      const texts = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        const words = texts.currentNode;
        const parent = words.parentElement;
        if (!parent || !words.nodeValue?.trim() || !seen(parent)) continue;
        range.selectNodeContents(words);
        const edges = [...range.getClientRects()].map((line) => edgeOver(line, parent));
        const edge = edges.find((one) => one !== null);
        if (edge) say(`cut off by ${name(edge)}`, parent);
      }
    }

    const CONTROLS =
      'a[href], button, input, select, textarea, summary, video[controls], audio[controls], [tabindex="0"]';
    /** Of hundreds of cards each is as these are. */
    const [FIRST, LAST] = [60, 20];
    /** They go by themselves, or at a press beside them. */
    const PASSING = '.toast-at, :popover-open';
    async function reachFor(layer: Element): Promise<void> {
      const controls = [...layer.querySelectorAll<HTMLElement>(CONTROLS)].filter(seen);
      for (const control of [...controls.slice(0, FIRST), ...controls.slice(FIRST).slice(-LAST)]) {
        // What hangs from a button moves with it, at the next frame.
        const layer = control.closest('[popover]');
        const opener = layer && document.querySelector(`[popovertarget="${CSS.escape(layer.id)}"]`);
        if (opener) {
          opener.scrollIntoView({ block: 'center', behavior: 'instant' });
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        }
        control.scrollIntoView({
          block: opener ? 'nearest' : 'center',
          inline: 'center',
          behavior: 'instant',
        });
        const lines = [...control.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        if (lines.length === 0) continue;
        // Of a title of many lines, one that is in sight.
        const hit = lines
          .map(({ left, top, width, height }) =>
            document.elementFromPoint(left + width / 2, top + height / 2),
          )
          .find((one) => one !== null);
        if (!hit) say('out of reach', control);
        else if (!control.contains(hit) && !hit.contains(control) && !hit.closest(PASSING))
          say(`under ${name(hit)}`, control);
      }
      scrollTo({ top: 0, behavior: 'instant' });
    }

    const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    lookAside();
    lookAtWords(layer);
    await reachFor(layer);
    return found;
  });
}
