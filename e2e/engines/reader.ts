import { setTimeout as sleep } from 'node:timers/promises';
import type { Key, Plain, Size, Tab } from './drivers/driver.ts';
import { findInPage, type Match, type Query } from './find-in-page.ts';

/** Timeout of every step, in ms. Long, because the machine may be busy. */
const WAIT = 120_000;
const BETWEEN_LOOKS = 50;

/** Selectors of the roles in the journeys. */
const ROLES = {
  button: 'button:not([role=tab]), summary, [role=button]',
  checkbox: 'input[type=checkbox]',
  /** Elements that can be pressed. */
  control: 'button, summary, [role=button], a[href], [role=tab]',
  dialog: 'dialog, [role=alertdialog]',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  listbox: 'select',
  radio: 'input[type=radio]',
  searchbox: 'input[type=search]',
  slider: 'input[type=range], [role=slider]',
  tab: '[role=tab]',
  textbox: 'input:not([type=checkbox], [type=radio], [type=range], [type=search]), textarea',
} as const;
export type Role = keyof typeof ROLES;
export type Name = string | RegExp;

const queryOf = (role: Role, name?: Name): Query => ({
  selector: ROLES[role],
  ...(name instanceof RegExp
    ? { pattern: name.source, flags: name.flags }
    : name === undefined
      ? {}
      : { name }),
});

/**
 * Calls `look` until its result is neither false nor undefined. Repeats the call when the page was left
 * meanwhile.
 */
async function poll<Result>(look: () => Promise<Result | undefined | false>, what: () => string) {
  const until = Date.now() + WAIT;
  for (;;) {
    let failure = '';
    const result = await look().catch((error: unknown) => {
      failure = ` (${error})`;
    });
    if (result !== undefined && result !== false) return result;
    if (Date.now() > until) throw new Error(what() + failure);
    await sleep(BETWEEN_LOOKS);
  }
}

/** A person at a browser of any engine, who sees and presses the page's elements. */
export class Reader {
  readonly tab: Tab;
  readonly #site: string;

  constructor(tab: Tab, site: string) {
    this.tab = tab;
    this.#site = site;
  }

  /** Opens a page and waits until its scripts run. */
  async open(path: string): Promise<void> {
    await this.tab.goto(this.#site + path);
    await this.alive();
  }

  /** Reloads the page and waits until its scripts run. */
  async reload(): Promise<void> {
    await this.tab.evaluate(() => setTimeout(() => location.reload()));
    await this.until(
      'the page is loaded again',
      () => performance.getEntriesByType('navigation')[0]?.toJSON().type === 'reload',
    );
    await this.alive();
  }

  /** Waits until the page's scripts run. Notifications load last, after the first movement of the mouse. */
  async alive(): Promise<void> {
    let x = 0;
    await poll(
      async () => {
        x = 1 - x;
        await this.tab.moveTo(x, 0);
        return this.tab.evaluate(() => document.querySelector('[data-part=toasts]') !== null);
      },
      () => 'The scripts of the page do not run.',
    );
  }

  /** Waits until the function returns a value other than false, null and undefined. */
  until<Values extends Plain[], Result>(
    what: string,
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<NonNullable<Result>> {
    return poll(
      async () => (await this.tab.evaluate(run, ...values)) ?? undefined,
      () => `Not so: ${what}`,
    );
  }

  find(role: Role, name?: Name): Promise<Match[]> {
    return this.tab.evaluate(findInPage, queryOf(role, name));
  }

  async see(role: Role, name?: Name): Promise<void> {
    await poll(
      async () => (await this.find(role, name)).length > 0,
      () => `There is no ${role} “${name}”.`,
    );
  }

  async doNotSee(role: Role, name?: Name): Promise<void> {
    await poll(
      async () => (await this.find(role, name)).length === 0,
      () => `There is still a ${role} “${name}”.`,
    );
  }

  /** Waits until the text is on the page, or in the dialog in front of it. */
  async read(text: string): Promise<void> {
    await this.until(
      `the page says “${text}”`,
      (expected) => {
        const layer = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
        return layer.innerText.includes(expected);
      },
      text,
    );
  }

  /** Reads a notification. The blur event keeps it open, as while the person uses another window. */
  async readAndKeep(text: string): Promise<void> {
    await this.until(
      `the page says “${text}”`,
      (expected) => {
        const isThere = document.body.innerText.includes(expected);
        if (isThere) window.dispatchEvent(new Event('blur'));
        return isThere;
      },
      text,
    );
  }

  async press(role: Role, name: Name): Promise<void> {
    const { x, y } = await this.#pressable(role, name);
    await this.tab.click(x, y);
  }

  /** Taps an element. */
  async tap(role: Role, name: Name): Promise<void> {
    const { x, y } = await this.#pressable(role, name);
    await this.tab.tap(x, y);
  }

  /** Presses twice at the control's position. The second press follows as soon as `between` ends. */
  async pressTwice(role: Role, name: Name, between: () => Promise<void>): Promise<void> {
    const { x, y } = await this.#pressable(role, name);
    await this.tab.click(x, y);
    await between();
    await this.tab.click(x, y);
  }

  async fill(name: Name, text: string, role: Role = 'textbox'): Promise<void> {
    await this.press(role, name);
    await this.tab.evaluate(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
    });
    await this.tab.type(text);
  }

  key(key: Key): Promise<void> {
    return this.tab.press(key);
  }

  resize(size: Size): Promise<void> {
    return this.tab.resize(size);
  }

  /** Waits until the pictures in view have loaded and all finite animations have ended. */
  async rest(): Promise<void> {
    await this.until('the page rests', () => {
      const moves = document
        .getAnimations()
        .some(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      // A browser need not load a lazy picture below the window.
      const isInView = (image: Element) => {
        const { top, bottom } = image.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      };
      return !moves && [...document.images].every((image) => image.complete || !isInView(image));
    });
  }

  /** Returns the address without its origin. */
  async address(): Promise<string> {
    return this.tab.evaluate(() => location.pathname + location.search);
  }

  /** Marks the browser as that of a visitor who has entered an address. */
  enter(): Promise<void> {
    return this.tab.setCookie(this.#site, 'stillwater_entered', '1');
  }

  /** Calls the API as the page does. Throws with the response unless it is a success. */
  call(method: string, path: string, body: Plain): Promise<unknown> {
    return this.tab.evaluate(
      async (method, path, body) => {
        const { csrfToken } = await (await fetch('/api/csrf-token')).json();
        const headers = { 'content-type': 'application/json', 'csrf-token': csrfToken };
        const response = await fetch(path, { method, headers, body: JSON.stringify(body) });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return text && JSON.parse(text);
      },
      method,
      path,
      body,
    );
  }

  /**
   * Moves the mouse to the only match, and returns it when it rests and can be pressed. As for a person, the
   * mouse shows the faded controls of a film and holds a notification that would move.
   */
  #pressable(role: Role, name: Name): Promise<Match> {
    let matches: Match[] = [];
    let looks = 0;
    return poll(
      async () => {
        const [before] = matches;
        matches = await this.find(role, name);
        const [match] = matches;
        if (!match) return undefined;
        const rests = match.x === before?.x && match.y === before.y;
        if (rests && matches.length === 1 && match.enabled && !match.covered) return match;
        looks += 1;
        // A mouse at the same point has not moved.
        await this.tab.moveTo(match.x + (looks % 2), match.y);
        return undefined;
      },
      () => {
        const found = matches.map((match) => (match.covered ? `under ${match.covered}` : match.name));
        return `The ${role} “${name}” cannot be pressed: ${found.join(', ') || 'there is none'}.`;
      },
    );
  }
}
