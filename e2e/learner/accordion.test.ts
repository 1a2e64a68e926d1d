import { describe, expect, test } from 'vitest';
import { callsOf, entered, queryOf } from '../support/entered.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { heading } from '../support/parts.ts';
import { demoSite } from '../support/set-up-site.ts';

const site = demoSite();

describe('Accordion', () => {
  const part = (page: WatchedPage, name: RegExp | string) =>
    page.getByRole('main').getByRole('button', { name });
  const expanded = (page: WatchedPage) => page.locator('main [aria-expanded="true"] strong').allInnerTexts();

  test('a section opened by a press is animated; one that is open from the start is not', async () => {
    const page = await entered(site);
    await page.addInitScript(() =>
      addEventListener('animationstart', ({ animationName, target }) => {
        if (animationName.includes('unfold') && target instanceof Element)
          document.documentElement.dataset.unfolded = target.id;
      }),
    );
    const unfolded = () => page.evaluate(() => document.documentElement.dataset.unfolded);
    await page.goto(`/accordion?ocean=${site.ids.breath}`);
    await part(page, /^The Long Exhale/).waitFor();
    await alive(page);
    expect(await unfolded()).toBeUndefined();
    await part(page, /^The Long Exhale/).click();
    await page.getByRole('link', { name: 'Hum It Out' }).waitFor();
    await expect.poll(unfolded).toBe(`droplets-of-${site.ids['the-long-exhale']}`);
  });

  test('a section closed by a press is animated; one above the pressed button closes at once', async () => {
    const page = await entered(site);
    await page.addInitScript(() =>
      addEventListener('animationstart', ({ animationName, target }) => {
        if (!animationName.includes('fold') || animationName.includes('unfold')) return;
        const { folded = '' } = document.documentElement.dataset;
        const title = (target as Element).parentElement?.querySelector('strong')?.textContent;
        document.documentElement.dataset.folded = `${folded}${title};`;
      }),
    );
    const folded = () => page.evaluate(() => document.documentElement.dataset.folded);
    await page.goto(`/accordion?ocean=${site.ids.breath}`);
    const wave = part(page, /^The Long Exhale/);
    await wave.waitFor();
    await alive(page);
    await wave.click();
    const link = page.getByRole('link', { name: 'Hum It Out' });
    await link.waitFor();
    await wave.click();
    await expect.poll(folded).toBe('The Long Exhale;');
    // The animated copy is removed, and could never be focused.
    await expect.poll(() => page.locator('main [inert]').count()).toBe(0);
    expect(await link.count()).toBe(0);
    await part(page, /^Attention & Technology/).click();
    await expect.poll(() => expanded(page)).toEqual(['Attention & Technology']);
    expect(await page.locator('main [inert]').count()).toBe(0);
    expect(await folded()).toBe('The Long Exhale;');
  });

  test('one ocean is open at a time; waves and droplets are fetched when they are opened', async () => {
    const page = await entered(site);
    await page.goto('/accordion');
    await heading(page, 'Knowledge Oceans').waitFor();
    await alive(page);
    expect(await expanded(page)).toEqual([]);
    page.requested.length = 0;
    await part(page, /^Breath/).click();
    await part(page, /^The Long Exhale/).waitFor();
    expect(callsOf(page).map((url) => new URL(url).pathname)).toEqual([
      `/api/oceans/${site.ids.breath}/waves`,
    ]);
    expect(queryOf(page)).toEqual({ ocean: String(site.ids.breath) });
    await part(page, /^The Long Exhale/).click();
    await page.getByRole('link', { name: 'Hum It Out' }).waitFor();
    expect(queryOf(page)).toEqual({
      ocean: String(site.ids.breath),
      wave: String(site.ids['the-long-exhale']),
    });
    expect(callsOf(page).map((url) => new URL(url).pathname)).toEqual([
      `/api/oceans/${site.ids.breath}/waves`,
      `/api/waves/${site.ids['the-long-exhale']}/droplets`,
    ]);

    // Opening another ocean closes this one, and the pressed button stays under the pointer.
    const other = part(page, /^Attention & Technology/);
    await other.scrollIntoViewIfNeeded();
    const before = (await other.boundingBox())?.y ?? 0;
    await other.click();
    await expect.poll(() => expanded(page)).toEqual(['Attention & Technology']);
    expect(Math.abs(((await other.boundingBox())?.y ?? 0) - before)).toBeLessThan(3);
    expect(queryOf(page)).toEqual({
      ocean: String(site.ids.attention ?? site.ids['attention-and-technology'] ?? ''),
    });
    await other.click();
    await expect.poll(() => expanded(page)).toEqual([]);
    expect(queryOf(page)).toEqual({});
  });

  test('a selection in the address is restored, and its droplet opens the viewer over the wave', async () => {
    const page = await entered(site);
    const wave = site.ids['the-long-exhale'];
    await page.goto(`/accordion?ocean=${site.ids.breath}&wave=${wave}&droplet=${site.ids['hum-it-out']}`);
    const viewer = page.getByRole('dialog');
    await viewer.getByText('3 of 6').filter({ visible: true }).first().waitFor();
    // The server renders the viewer open. Arrows and their keys belong to the viewer's own code.
    await viewer
      .getByRole('button', { name: /^Next droplet/ })
      .first()
      .waitFor();
    // Only its scripts make the dialog modal.
    await page.locator('dialog:modal').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => queryOf(page).droplet).toBe(String(site.ids['a-candle-you-do-not-blow-out']));
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(queryOf(page)).toEqual({ ocean: String(site.ids.breath), wave: String(wave) });
    expect(await expanded(page)).toEqual(['Breath', 'The Long Exhale']);
  });

  test('an address with only a droplet or a wave opens the whole branch', async () => {
    const page = await entered(site);
    await page.goto(`/accordion?droplet=${site.ids['hum-it-out']}`);
    await page.getByRole('dialog').waitFor();
    await expect
      .poll(() => queryOf(page))
      .toEqual({
        ocean: String(site.ids.breath),
        wave: String(site.ids['the-long-exhale']),
        droplet: String(site.ids['hum-it-out']),
      });
    await page.goto(`/accordion?wave=${site.ids['the-long-exhale']}`);
    await expect.poll(() => expanded(page)).toEqual(['Breath', 'The Long Exhale']);
  });

  test('invalid values are removed from the address', async () => {
    const page = await entered(site);
    const wave = site.ids['the-long-exhale'];
    for (const [search, left] of [
      ['ocean=abc&wave=1.5&droplet=-2', {}],
      ['ocean=999999', {}],
      ['droplet=999999', {}],
      ['wave=999999&droplet=999999', {}],
      [`ocean=${site.ids.focus}&wave=${wave}`, { ocean: String(site.ids.focus) }],
      [
        `ocean=${site.ids.breath}&wave=${wave}&droplet=999999`,
        { ocean: String(site.ids.breath), wave: String(wave) },
      ],
    ] as const) {
      await page.goto(`/accordion?${search}`);
      await expect.poll(() => queryOf(page), { message: search }).toEqual(left);
      expect(await page.getByRole('dialog').count(), search).toBe(0);
    }
    expect(page.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });
});
