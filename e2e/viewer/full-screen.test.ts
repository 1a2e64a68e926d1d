import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { moveUntil, type WatchedPage } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';

/*
 * A lesson's player before the first play: wholly visible in the window, its cover in full screen, no
 * captions.
 */

const site = demoSite();

const button = (page: WatchedPage, name: string | RegExp) =>
  page.locator('dialog').getByRole('button', { name, exact: true }).filter({ visible: true });

async function openFilm(page: WatchedPage): Promise<void> {
  await page.goto(`/waves/${site.ids['one-thing-at-a-time']}?droplet=${site.ids['finish-the-sentence']}`);
  await page.locator('dialog:modal').waitFor();
  await moveUntil(page, button(page, 'Full screen'));
}

test('full screen before the first play shows the cover', async () => {
  const page = await entered(site);
  await openFilm(page);
  await button(page, 'Full screen').click();
  const cover = await page.waitForFunction(() => {
    const picture = document.fullscreenElement?.querySelector('img');
    if (!picture?.complete || picture.naturalWidth === 0) return null;
    const { width, height } = picture.getBoundingClientRect();
    return { width, height, shown: picture.checkVisibility({ visibilityProperty: true }) };
  });
  expect(await cover.jsonValue()).toEqual({ width: 1440, height: 900, shown: true });
  await button(page, /^Play .+/).click();
  await expect.poll(() => page.locator('video').isVisible()).toBe(true);
});

test('seeking before the first play shows no caption over the cover', async () => {
  const page = await entered(site, PHONE);
  await openFilm(page);
  await button(page, 'More').tap();
  await page.locator('dialog').getByRole('button', { name: 'Transcript' }).tap();
  const lines = page.locator('[data-part=transcript] li button');
  await lines.first().tap();
  await expect.poll(() => lines.first().getAttribute('aria-current')).toBe('true');
  const text = (await lines.first().locator('span').last().innerText()).split('\n')[0] ?? '';
  const player = page.locator('dialog [data-part=player]');
  expect(await player.getAttribute('data-phase')).toBe('idle');
  expect(await player.getByText(text).count()).toBe(0);
  await button(page, /^Play .+/).tap();
  await player.getByText(text).waitFor();
});

test.each([
  [1440, 900],
  [1100, 700],
])('a film and its controls on its own page fit a window of %d × %d', async (width, height) => {
  const page = await entered(site, { viewport: { width, height } });
  await page.goto(`/droplets/${site.ids['finish-the-sentence']}`);
  const frame = page.locator('[data-part=frame]');
  await frame.waitFor();
  const box = await frame.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThanOrEqual(height);
});
