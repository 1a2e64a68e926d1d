import { expect } from 'vitest';
import { logIn } from '../support/entered.ts';
import { alive, type OpenSite, type WatchedPage } from '../support/open-site.ts';

/* Helpers for the tests of content management: its administrator and the parts of its page. */

const PASSWORD = 'Still-water-1';
export const ADMIN = { ADMIN_USERNAME: 'maren', ADMIN_PASSWORD: PASSWORD };

export async function administrator(of: OpenSite, options = {}): Promise<WatchedPage> {
  const page = await of.newPage(options);
  await logIn(page, { username: 'maren', password: PASSWORD });
  return page;
}

/** Opens a page and waits until its scripts run. Keyboard shortcuts need hydration, too. */
export async function open(page: WatchedPage, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
  await page.locator('main:not([data-early])').waitFor();
}

export const tab = (page: WatchedPage, name: string) => page.getByRole('tab', { name });
/** Finds a field of the form by its label without unit and “(optional)”. */
export const field = (page: WatchedPage, label: string) =>
  page
    .locator('section[aria-labelledby=form-title]')
    .getByLabel(new RegExp(`^${label}( in minutes)?( \\(optional\\))?$`));
export const titles = (page: WatchedPage) =>
  page.locator('[data-part=items] h3 > span:first-child').allInnerTexts();
export const expectTitles = (page: WatchedPage, list: string[]) =>
  expect.poll(() => titles(page), { message: 'the list' }).toEqual(list);
/** Waits for a notification. `buttons` are its texts, without that of the icon that closes it. */
export const expectToast = (
  page: WatchedPage,
  title: string,
  description: string | RegExp,
  buttons: readonly string[] = [],
) =>
  expect
    .poll(
      async () => (await page.locator('[data-part=toast]').allInnerTexts()).map((text) => text.split(/\n+/)),
      {
        message: `toast ${title}`,
      },
    )
    .toEqual([
      [title, typeof description === 'string' ? description : expect.stringMatching(description), ...buttons],
    ]);
/** End of the description of each deletion. */
export const UNDO_HINT = 'Undo works for ten seconds. After that, restore it in the Trash.';
/** Tells whether the browser asks before the page is closed. */
export const asksToClose = (page: WatchedPage) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
export const query = (page: WatchedPage) => new URL(page.url()).search;
/** Returns the error under a field, or an empty text. */
export const errorOf = async (page: WatchedPage, label: string) => {
  const id = await field(page, label).getAttribute('aria-describedby');
  return id === null
    ? ''
    : page
        .locator(`[id="${id}"][data-part=error]`)
        .innerText({ timeout: 5_000 })
        .catch(() => '');
};
export const row = (page: WatchedPage, title: string) =>
  page.locator('[data-part=items] > li').filter({ hasText: title });
export const focused = (page: WatchedPage) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
