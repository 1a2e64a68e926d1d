/** Search for an element by role, and by name or a pattern of the name. */
export interface Query {
  [key: string]: string | boolean | undefined;
  /** Selects elements of the role. */
  selector: string;
  /** Complete accessible name. */
  name?: string;
  /** Regular expression for the name. */
  pattern?: string;
  flags?: string;
}

/** Position of a match, or the reason why it cannot be pressed. */
export type Match = {
  name: string;
  x: number;
  y: number;
  /** The element that covers its middle; empty if there is none. */
  covered: string;
  enabled: boolean;
};

/**
 * Runs in the page: finds visible matches. Scrolls the first match into view if its middle cannot be pressed.
 * Ignores elements behind a modal dialog.
 */
export function findInPage({ selector, name, pattern, flags }: Query): Match[] {
  const textOf = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
    const own = node.getAttribute('aria-label') ?? (node instanceof HTMLImageElement ? node.alt : null);
    return own ?? [...node.childNodes].map(textOf).join('');
  };
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby');
    const labels =
      labelledBy !== null
        ? labelledBy.split(' ').map((id) => document.getElementById(id))
        : 'labels' in element && element.labels instanceof NodeList
          ? [...element.labels]
          : [];
    const text =
      element.getAttribute('aria-label') ??
      (labels.length > 0 ? labels.map((label) => (label ? textOf(label) : '')).join(' ') : null) ??
      (textOf(element) || element.getAttribute('placeholder') || element.getAttribute('title'));
    return (text ?? '').replace(/\s+/g, ' ').trim();
  };
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const test = pattern === undefined ? null : new RegExp(pattern, flags);
  const found = [...layer.querySelectorAll(selector), ...(layer.matches(selector) ? [layer] : [])]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]'))
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => ({ element, name: nameOf(element) }))
    .filter((one) => (name === undefined || one.name === name) && (!test || test.test(one.name)));
  return found.map(({ element, name: itsName }, index) => {
    const look = () => {
      // The first line of a link that wraps, because the middle of both lines may be outside of the link.
      const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const front = document.elementFromPoint(x, y);
      const hit = front && (element.contains(front) || front.closest('label')?.control === element);
      const classes = front ? [...front.classList].map((one) => `.${one}`).join('') : '';
      return { x, y, covered: hit ? '' : front ? `${front.localName}${classes}` : 'the edge of the window' };
    };
    let seen = look();
    if (seen.covered && index === 0) {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      seen = look();
    }
    return { ...seen, name: itsName, enabled: !element.matches(':disabled, [aria-disabled=true]') };
  });
}
