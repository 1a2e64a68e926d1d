import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { enteredAt } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { SPINNER } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { type Listed, listOf } from './listed.ts';

/* The pages of oceans and waves (specification, section 2). */

const site = setUpSite();

const entered = (path: string) => enteredAt(site, path);

const list = (path: string) => listOf(site, path);

async function allWaves(): Promise<Listed[]> {
  const oceans = await list('/api/oceans');
  return (await Promise.all(oceans.map(({ id }) => list(`/api/oceans/${id}/waves`)))).flat();
}

describe('an item’s page', () => {
  test('an ocean’s page shows Premium only for premium content', async () => {
    const oceans = await list('/api/oceans');
    for (const [access, badges] of [
      ['premium', ['Premium']],
      ['free', []],
    ] as const) {
      const page = await entered(`/oceans/${oceans.find(({ accessType }) => accessType === access)?.id}`);
      expect(await page.locator('main div:has(> h1) span').allInnerTexts(), access).toEqual(badges);
    }
  });

  test('a wave’s page has Play in the middle of its picture', async () => {
    const page = await entered('/waves/1');
    const middle = (part: Locator) =>
      part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return (top + bottom) / 2;
      });
    const play = page.getByRole('button', { name: 'Play One Thing at a Time' });
    const picture = play.locator('xpath=..');
    expect(Math.abs((await middle(play)) - (await middle(picture)))).toBeLessThan(1);
  });

  test('a wave’s page links Back to Oceans while its ocean is unknown', async () => {
    const page = await entered('/about');
    await alive(page);
    await page.route(/\/api\/oceans\/\d+$/, (route) => route.abort());
    await page.evaluate(() => {
      history.pushState(null, '', '/waves/1');
    });
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    const back = crumbs.getByRole('link', { name: 'Back to Oceans', exact: true });
    await back.waitFor();
    expect(await back.getAttribute('href')).toBe('/app');
  });

  test('an item’s page shows a spinner while it loads', async () => {
    const page = await entered('/about');
    await alive(page);
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/oceans/1', async (route) => {
      await held;
      await route.continue();
    });
    await page.evaluate(() => {
      history.pushState(null, '', '/oceans/1');
    });
    await page.locator(`main ${SPINNER}`).waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Focus' }).count()).toBe(0);
    answer();
    await page.getByRole('heading', { level: 1, name: 'Focus' }).waitFor();
  });

  test('an item’s page has a button with the number of resources, which opens their list', async () => {
    const wave = (await allWaves()).find(({ additionalResources }) => additionalResources.length > 0);
    if (!wave) throw new Error('The demo catalogue has no wave with resources.');
    const page = await entered(`/waves/${wave.id}`);
    const titles = wave.additionalResources.map(({ title }) => title);
    const resources = page.getByRole('list', { name: 'Additional Resources' });
    expect(await resources.isVisible()).toBe(false);
    await page.getByRole('button', { name: `Additional Resources (${titles.length})` }).click();
    await expect.poll(() => resources.getByRole('listitem').locator('b').allInnerTexts()).toEqual(titles);
  });

  test('an item’s page shows Free Sample for samples and Premium for premium content', async () => {
    const waves = await allWaves();
    const label = async (wave: Listed | undefined) => {
      const page = await entered(`/waves/${wave?.id}`);
      return page.locator('main div:has(> h1) span').allInnerTexts();
    };
    expect(await label(waves.find(({ isSample }) => isSample))).toEqual(['Free Sample']);
    expect(
      await label(waves.find(({ accessType, isSample }) => accessType === 'premium' && !isSample)),
    ).toEqual(['Premium']);
    expect(await label(waves.find(({ accessType, isSample }) => accessType === 'free' && !isSample))).toEqual(
      [],
    );
  });

  test('an item’s page shows the length of its intro, and the sum of its droplets', async () => {
    const wave = (await allWaves()).find(
      ({ mediaType, mediaUrl }) => mediaType === 'video' && mediaUrl?.startsWith('/media/'),
    );
    const page = await entered(`/waves/${wave?.id}`);
    const droplets: { duration: number }[] = await (
      await fetch(`${site.url}/api/waves/${wave?.id}/droplets`)
    ).json();
    const sum = droplets.reduce((minutes, { duration }) => minutes + duration, 0);
    await page.getByText(`${droplets.length} droplets · ${sum} min`, { exact: true }).waitFor();
    const badge = page.locator('[data-part=hero-cover] > .badge');
    const length = await page.evaluate(async (url) => {
      const film = document.createElement('video');
      film.src = url;
      await new Promise((loaded) => film.addEventListener('loadedmetadata', loaded));
      return film.duration;
    }, wave?.mediaUrl ?? '');
    expect(length).toBeLessThan(60);
    await expect.poll(() => badge.allInnerTexts()).toEqual([`${Math.round(length)} sec`]);
  });

  test('an item’s page plays its own media in the native player', async () => {
    const wave = (await allWaves()).find(
      ({ mediaType, mediaUrl }) => mediaType === 'video' && mediaUrl?.startsWith('/media/'),
    );
    const page = await entered(`/waves/${wave?.id}`);
    await page
      .locator('main section:has(h1)')
      .getByRole('button', { name: /^Play / })
      .click();
    await page.locator('main section:has(h1) video').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a title from right to left', () => {
  const TITLE = 'מים שקטים, שלב 1!';

  /** Replaces a text by the title, and returns the left and right edge of each character, in px. */
  const show = (text: Locator) =>
    text.evaluate((element, title) => {
      let holder: Element = element;
      while (holder.firstElementChild) holder = holder.firstElementChild;
      holder.textContent = title;
      return [...title].map((sign, index) => {
        const range = document.createRange();
        range.setStart(holder.firstChild as Text, index);
        range.setEnd(holder.firstChild as Text, index + 1);
        const { left, right } = range.getBoundingClientRect();
        return { sign, left, right };
      });
    }, TITLE);

  test.each([
    ['/waves/1', 'main h1'],
    ['/oceans/1', 'main h3 a'],
    ['/app', 'main h2 a'],
    ['/tree', 'main li li a'],
    ['/accordion', 'main h2 button strong'],
    ['/classic', 'main h2 a'],
  ])('a right-to-left title has its last character at its left end on %s', async (path, selector) => {
    const page = await entered(path);
    const signs = await show(page.locator(selector).first());
    expect(Math.min(...signs.map(({ left }) => left))).toBe(signs.at(-1)?.left);
  });

  // Only a line that starts at the right has its ellipsis at the left, within the box.
  test.each([
    ['/app', 'main h2 a'],
    ['/accordion', 'main h2 button strong'],
  ])('a right-to-left title starts at the right edge of its box on %s', async (path, selector) => {
    const page = await entered(path);
    const title = page.locator(selector).first();
    const signs = await show(title);
    const edge = await title.evaluate((element) => {
      let box: Element | null = element;
      while (box && getComputedStyle(box).webkitLineClamp === 'none') box = box.parentElement;
      return box?.getBoundingClientRect().right;
    });
    expect(signs[0]?.right).toBeCloseTo(edge ?? 0, 0);
  });

  test('a right-to-left title above a lesson is cut off at its end', async () => {
    const page = await entered('/waves/1?droplet=3');
    const crumb = page.getByRole('navigation', { name: 'Ocean and wave' }).getByRole('link').first();
    expect(
      await crumb.evaluate((link) => {
        link.textContent = 'מים';
        return getComputedStyle(link).direction;
      }),
    ).toBe('rtl');
  });
});
