import type { Page } from 'playwright-core';

/**
 * Gives the page a style sheet by script, which the content security policy allows; it forbids a style
 * element. Returns a function that removes the sheet.
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
