import type { Page } from 'playwright-core';

/** Returns the open notification. */
export const toast = (page: Page) => page.locator('[data-part=toast][data-state="open"]');

/** Presses the heart of a signed-out reader, whom a notification asks to log in. */
export const ask = (page: Page) =>
  page
    .getByRole('button', { name: /^Add .* to favorites$/ })
    .first()
    .click();
