import type { Page } from 'playwright-core';

/**
 * Adds a style sheet to the page by script, because the content security policy forbids style elements.
 * Returns a function that removes the sheet.
 */
export async function addSheet(page: Page, rules: string): Promise<() => Promise<void>> {
  const added = await page.evaluateHandle((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, rules);
  return () =>
    added.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    });
}
