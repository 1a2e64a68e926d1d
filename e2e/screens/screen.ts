import type { Page } from 'playwright-core';

/** Over which content a screen is shown: the demo catalogue, made-up extremes (made-content.ts), or none at all. */
export type Content = 'demo' | 'made' | 'empty';

/** `new` and `entered` have no account; the last ones are readers whose subscription stands so. */
export const READERS = [
  'free',
  'subscriber',
  'admin',
  'pending',
  'past_due',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
] as const;
export type Reader = (typeof READERS)[number];
type Who = 'new' | 'entered' | Reader;

/** One screen in one state. */
export interface Screen {
  /** Its pictures' name, and the one of the picture that it is laid beside. */
  name: string;
  group: string;
  who: Who;
  path: string;
  /** The demo catalogue, unless said otherwise. */
  content?: Content;
  /** Before the page is opened. */
  before?(page: Page): Promise<unknown>;
  /** From the open page to the state. */
  prepare?(page: Page): Promise<unknown>;
  /** Shows a layer over the page: the picture is what one sees, not the page's whole length. */
  layer?: boolean;
  /** What the pointer rests on belongs to it. */
  pointed?: boolean;
}

/** The requests whose addresses match are never answered. */
export const never = (path: string) => (page: Page) => page.route(path, () => {});
/** They fail, as a server that is at its end would let them. */
export const failing = (path: string) => (page: Page) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } }),
  );

/** Within the page, as a click on a link does. */
export const moveTo = (path: string) => (page: Page) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Presses what has this name, in the page or the layer over it. */
export const press = (name: string | RegExp, within = 'body') => {
  const exact = typeof name === 'string';
  return (page: Page) => page.locator(within).getByRole('button', { name, exact }).first().click();
};

export const typed = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).first().fill(text);

/** One after another. */
export const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

export const visible = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
