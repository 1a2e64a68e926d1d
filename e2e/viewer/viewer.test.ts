import { describe, expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { demoSite } from '../support/set-up-site.ts';

/* The droplet viewer: address, steps, focus and media. */

interface Listed {
  id: number;
  slug: string;
  title: string;
}

const site = demoSite();

describe('the viewer', () => {
  const wave = () => `/waves/${site.ids['one-thing-at-a-time']}`;
  const position = (page: WatchedPage, text: string) =>
    page.getByRole('dialog').getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();

  /** Opens a shared link to a droplet and waits for the arrows, which belong to the viewer's own code. */
  const open = async (page: WatchedPage, slug: string) => {
    await page.goto(`${wave()}?droplet=${site.ids[slug]}`);
    await page
      .locator('dialog:modal')
      .getByRole('button', { name: /^(Previous|Next) droplet/ })
      .first()
      .waitFor();
  };

  test('the viewer covers the whole window, also its corners', async () => {
    const page = await entered(site);
    await open(page, 'the-clear-table');
    const viewer = page.locator('dialog:focus-visible');
    expect(await viewer.evaluate((dialog) => getComputedStyle(dialog).borderRadius)).toBe('0px');
  });

  test('the viewer has its own address; Back closes it and returns the focus to the card', async () => {
    const page = await entered(site);
    await page.goto(wave());
    await page.getByRole('link', { name: 'The Clear Table', exact: true }).click();
    await position(page, '2 of 8');
    expect(page.url()).toContain(`?droplet=${site.ids['the-clear-table']}`);
    await page.reload();
    await position(page, '2 of 8');
    // The server renders the viewer open. Only its scripts make it modal, and close it.
    await page.locator('dialog:modal').waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).not.toContain('droplet');
    await page.getByRole('link', { name: 'The Clear Table', exact: true }).click();
    await position(page, '2 of 8');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The Clear Table');
  });

  test('arrow keys and arrows step to a neighbor, and a step replaces the address', async () => {
    const page = await entered(site);
    await open(page, 'name-the-next-small-thing');
    await position(page, '1 of 8');
    const dialog = page.getByRole('dialog');
    expect(
      await dialog
        .getByRole('button', { name: /^Previous droplet/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await page.keyboard.press('ArrowRight');
    await position(page, '2 of 8');
    await page.keyboard.press('ArrowRight');
    await position(page, '3 of 8');
    await page.keyboard.press('ArrowLeft');
    await position(page, '2 of 8');
    for (let n = 3; n <= 8; n += 1) await page.keyboard.press('ArrowRight');
    await position(page, '8 of 8');
    expect(
      await dialog
        .getByRole('button', { name: /^Next droplet/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    // A step beyond the end does nothing, so the next step back starts at the end.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await position(page, '7 of 8');
  });

  test('the viewer links ocean and wave, shows description and keywords, and keeps the focus', async () => {
    const page = await entered(site);
    await open(page, 'finish-the-sentence');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('link', { name: 'Focus', exact: true }).getAttribute('href')).toBe(
      `/oceans/${site.ids.focus}`,
    );
    expect(await dialog.getByRole('link', { name: 'One Thing at a Time' }).getAttribute('href')).toBe(wave());
    await dialog.getByText('When something interrupts').waitFor();
    await dialog.getByRole('link', { name: 'interruption' }).waitFor();
    for (let n = 0; n < 25; n += 1) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const at = document.activeElement;
        return at !== null && at !== document.body && at.closest('dialog') === null;
      });
      expect(outside).toBe(false);
    }
  });

  test('a swipe in the viewer steps on a phone', async () => {
    const page = await entered(site, { width: 390, hasTouch: true, isMobile: true });
    await open(page, 'the-clear-table');
    await position(page, '2 of 8');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 300 }] });
    // Otherwise Chromium treats it as a fling, and ignores a tap that follows.
    const first = await page.evaluateHandle(() => ({
      move: new Promise<boolean>((resolve) =>
        addEventListener('touchmove', ({ defaultPrevented }) => resolve(defaultPrevented), { once: true }),
      ),
    }));
    await touch('touchStart', 300);
    for (const x of [250, 200, 150, 100]) await touch('touchMove', x);
    await touch('touchEnd');
    await position(page, '3 of 8');
    expect(await first.evaluate(({ move }) => move)).toBe(true);
  });

  test('a video host gets no request before Play is pressed', async () => {
    const page = await entered(site);
    await page.route('https://www.youtube.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
    );
    await page.goto(`/waves/${site.ids['borrowed-views']}?droplet=${site.ids['a-rabbit-wakes-up']}`);
    await idle(page);
    const outside = () => page.requested.filter((url) => url.startsWith('http') && !url.startsWith(site.url));
    expect(outside()).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Play / })
      .click();
    await expect.poll(outside).toHaveLength(1);
    const player = new URL(outside()[0] ?? '');
    expect(player.origin + player.pathname).toBe('https://www.youtube.com/embed/aqz-KE-bpKQ');
    expect(player.searchParams.get('rel')).toBe('0');
    expect(player.searchParams.get('origin')).toBe(site.url);
  });

  test('the viewer shows the content of every kind of droplet', async () => {
    const page = await entered(site);
    const kinds: Record<string, string> = {
      audio: 'button[aria-label^="Play "]',
      text: '[aria-label="Text"] p',
      image: 'img[alt]:not([alt=""])',
      interactive: 'iframe[sandbox="allow-scripts"]',
    };
    const all = (await (await fetch(`${site.url}/api/explore/droplets`)).json()) as (Listed & {
      mediaType: string;
      locked: boolean;
    })[];
    for (const [kind, selector] of Object.entries(kinds)) {
      const droplet = all.find((one) => one.mediaType === kind && !one.locked);
      await page.goto(`/droplets/${droplet?.id}`);
      await page.getByText('No video available').first().waitFor();
      // The kind is first, and larger.
      const words = page.locator('p:has(> small:text-is("No video available"))');
      expect(await words.innerText()).toMatch(/^(Listening|Reading|Picture|Exercise) · \d+ (min|sec)/);
      const sizes = await words.evaluate((line) =>
        [...line.children].map((part) => getComputedStyle(part).fontSize),
      );
      expect(sizes).toEqual(['14px', '12px']);
      await page.locator('main').locator(selector).first().waitFor();
    }
  });

  test('a text has the same space above it as beside it', async () => {
    const page = await entered(site);
    await page.goto(`/droplets/${site.ids['the-parking-page']}`);
    const first = page.locator('main [aria-label="Text"] p').first();
    const { above, beside } = await first.evaluate((line) => {
      const [own, text] = [line.getBoundingClientRect(), line.parentElement?.getBoundingClientRect()];
      return { above: own.top - (text?.top ?? 0), beside: own.left - (text?.left ?? 0) };
    });
    expect(above).toBe(beside);
  });
});
