import { describe, expect, test } from 'vitest';
import { enteredAt } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { alive } from '../support/open-site.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* The viewer when a droplet fails to load, and when it closes. */

const site = setUpSite();

const entered = (path: string) => enteredAt(site, path);

describe('the viewer', () => {
  test('the viewer shows an error for a droplet that fails to load, and can be closed', async () => {
    const page = await entered('/waves/1?droplet=999999');
    const viewer = page.getByRole('dialog');
    await page.locator('dialog:modal').waitFor();
    await viewer.getByText('Error loading droplet content').waitFor();
    await viewer.getByRole('button', { name: 'Close' }).click();
    await viewer.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${site.url}/waves/1`);
  });

  test('the viewer closes once when Close is pressed twice at once, and opens again', async () => {
    const page = await entered('/app');
    await page.getByRole('link', { name: 'Focus', exact: true }).click();
    await page.getByRole('link', { name: 'One Thing at a Time', exact: true }).click();
    const lesson = page.getByRole('link', { name: 'Finish the Sentence', exact: true });
    for (let n = 0; n < 2; n += 1) {
      await lesson.click();
      await page.locator('dialog:modal').waitFor();
      const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ visible: true });
      // Both presses happen before the browser has gone back.
      await close.evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
      await page.locator('dialog[data-part=viewer]').waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/waves/1');
    }
  });

  test('the viewer closes after several cards were pressed while its code was loading', async () => {
    const page = await entered('/about');
    const release = await hold(page, /\/droplet-viewer-[^/]*\.js$/, 'GET');
    await page.goto('/waves/1');
    const cards = page.locator('a[data-droplet]');
    await alive(page);
    for (const card of [0, 0, 1]) await cards.nth(card).click();
    release();
    await page.locator('dialog:modal').waitFor();
    expect(new URL(page.url()).search).toBe(`?droplet=${await cards.nth(1).getAttribute('data-droplet')}`);
    await page.keyboard.press('Escape');
    await page.locator('dialog[data-part=viewer]').waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${site.url}/waves/1`);
    expect(page.problems).toEqual([]);
  });

  test('a second press on Close while the viewer fades reaches no card below', async () => {
    const page = await entered('/waves/1?droplet=1');
    await page.locator('dialog:modal').waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('dialog:modal').count()).toBe(0);
    const box = await page.locator('a[data-droplet="1"]').boundingBox();
    const press = () => page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await press();
    await page.clock.runFor(300);
    await page.locator('dialog[data-part=viewer]').waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${site.url}/waves/1`);
    await press();
    await expect.poll(() => page.url()).toBe(`${site.url}/waves/1?droplet=1`);
  });

  test('the viewer keeps the droplet for 300 ms after closing', async () => {
    const page = await entered('/waves/1?droplet=3');
    await page.locator('dialog:modal').waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ visible: true }).click();
    await expect.poll(() => page.locator('dialog:modal').count()).toBe(0);
    await page.clock.runFor(200);
    expect(await page.locator('dialog[data-part=viewer]').count()).toBe(1);
    await page.clock.runFor(100);
    await expect.poll(() => page.locator('dialog[data-part=viewer]').count()).toBe(0);
  });
});
