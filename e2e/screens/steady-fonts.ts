import type { Page } from 'playwright-core';

/* Makes pages wait for the site's fonts, because on a slow machine pictures would show other fonts. */

/** Style sheets by address, with `font-display: block`. */
const sheets = new Map<string, { headers: { name: string; value: string }[]; body: string }>();

/**
 * Makes the page wait for its fonts. Intercepts style sheets only, because Playwright's routes would
 * intercept every request.
 */
export async function blockOnFonts(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  client.on('Fetch.requestPaused', async ({ requestId, request }) => {
    try {
      const { headers, body } = sheets.get(request.url) ?? (await fetchSheet(request.url));
      await client.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: headers,
        body,
      });
    } catch {
      // The page was closed meanwhile, or a test has cut its connection.
      await client.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => {});
    }
  });
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.css' }] });
}

async function fetchSheet(url: string) {
  const response = await fetch(url);
  const text = (await response.text()).replaceAll('font-display:swap', 'font-display:block');
  const sheet = {
    headers: [
      { name: 'content-type', value: 'text/css; charset=utf-8' },
      { name: 'cache-control', value: 'public, max-age=31536000, immutable' },
    ],
    body: Buffer.from(text).toString('base64'),
  };
  sheets.set(url, sheet);
  return sheet;
}
