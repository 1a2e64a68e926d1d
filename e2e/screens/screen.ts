import type { Page } from 'playwright-core';

/** Content of the site: the demo catalogue, content at the limits (made-content.ts), or none. */
export type Content = 'demo' | 'made' | 'empty';

/**
 * Kinds of readers. `new` and `entered` have no account. Those after `editor` have a subscription of that
 * status.
 */
export const READERS = [
  'free',
  'subscriber',
  'admin',
  'editor',
  'pending',
  'past_due',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
] as const;
export type Reader = (typeof READERS)[number];
type Who = 'new' | 'entered' | Reader;

/** A screen in one state. */
export interface Screen {
  /** Name of its pictures, also for comparison with earlier pictures. */
  name: string;
  group: string;
  who: Who;
  path: string;
  /** Default: the demo catalogue. */
  content?: Content;
  /** Runs before the page is opened. */
  before?(page: Page): Promise<unknown>;
  /** Brings the open page to the state. */
  prepare?(page: Page): Promise<unknown>;
  /** Whether the picture shows the window with its layer instead of the whole page. */
  layer?: boolean;
  /** Whether the screen needs an empty HTTP cache, and thus a new page. */
  emptyCache?: boolean;
  /** Whether the picture shows the hover state under the pointer. */
  pointed?: boolean;
}

/** Returns a screen of administrators. */
export const admin = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Administration',
  who: 'admin',
  path,
  ...more,
});

/** Leaves matching requests without a response. */
export const never = (path: string) => (page: Page) => page.route(path, () => {});
/** Makes matching requests fail with status 500. */
export const failing = (path: string) => (page: Page) =>
  page.route(path, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } }),
  );

/** Responds to matching requests with this status and JSON. */
export const answered = (path: string, status: number, json: object) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ status, json }));

/** Navigates within the page, as a click on a link does. */
export const moveTo = (path: string) => (page: Page) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Presses the button with this name, in the page or in a layer. */
export const press = (name: string | RegExp, within = 'body') => {
  const exact = typeof name === 'string';
  return (page: Page) => page.locator(within).getByRole('button', { name, exact }).first().click();
};

export const typed = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).first().fill(text);

/** Runs the steps in order. */
export const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

export const visible = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
