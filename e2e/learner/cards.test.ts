import { describe, expect, test } from 'vitest';
import { enteredAt } from '../support/entered.ts';
import { CARD, COVER } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { type Listed, listOf } from './listed.ts';

/* Cards of oceans and droplets (specification, section 2). */

const site = setUpSite();

const entered = (path: string) => enteredAt(site, path);

/** Names of the kinds other than film. */
const KINDS: Record<string, string> = {
  audio: 'Listening',
  text: 'Reading',
  image: 'Picture',
  interactive: 'Exercise',
};

const list = (path: string) => listOf(site, path);

describe('cards', () => {
  test('cards of oceans show Premium, title, number of waves and duration', async () => {
    const page = await entered('/app');
    const oceans = await list('/api/oceans');
    const card = (ocean: Listed | undefined) =>
      page.locator(CARD).filter({ has: page.getByRole('link', { name: ocean?.title, exact: true }) });
    const premium = card(oceans.find(({ accessType }) => accessType === 'premium'));
    const free = card(oceans.find(({ accessType }) => accessType === 'free'));
    await premium.scrollIntoViewIfNeeded();
    expect(await premium.locator(`${COVER} > span`).allInnerTexts()).toEqual(['Premium']);
    await free.scrollIntoViewIfNeeded();
    expect(await free.locator(`${COVER} > span`).count()).toBe(0);
    expect(await free.locator('> span').innerText()).toMatch(
      /^\d+ waves? · (\d+ min|\d+ hours?( \d+ min)?)$/,
    );
    expect(await free.locator('[data-part=cover] img').count()).toBe(1);
  });

  test('cards of droplets show their kind and duration, and Premium unless they are samples', async () => {
    const all = await list('/api/explore/droplets');
    const expected = (droplet: Listed) =>
      droplet.isSample ? ['Free Sample'] : droplet.accessType === 'premium' ? ['Premium'] : [];
    const droplets = [
      all.find(({ isSample }) => isSample),
      all.find(({ isSample, accessType }) => !isSample && accessType === 'premium'),
      all.find(({ isSample, accessType }) => !isSample && accessType === 'free'),
      all.find(({ mediaType }) => mediaType === 'text'),
      all.find(({ mediaType }) => mediaType === 'audio'),
    ];
    for (const droplet of droplets) {
      if (!droplet)
        throw new Error('The demo lacks a sample, a premium, a free, a text or an audio droplet.');
      const page = await entered(`/waves/${droplet.waveId}`);
      const card = page.locator(CARD).filter({ hasText: droplet.title });
      expect(await card.locator(`${COVER} > span`).allInnerTexts()).toEqual(expected(droplet));
      const time = `${droplet.duration} min`;
      expect(await card.locator('> span').first().innerText()).toBe(
        droplet.mediaType === 'video' ? time : `${KINDS[droplet.mediaType]} · ${time}`,
      );
    }
  });

  test('cards of Explore are portraits in two to five columns, under its 1-minute episodes', async () => {
    const page = await entered('/explore');
    await page.getByText(/^1-minute episodes/).waitFor();
    const seen: number[] = [];
    for (const width of [390, 768, 1000, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const grid = page.locator(CARD).first().locator('..');
      seen.push(
        await grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length),
      );
      const ratio = await grid
        .locator('[data-part=cover]')
        .first()
        .evaluate((art) => art.clientWidth / art.clientHeight);
      expect(ratio).toBeCloseTo(9 / 16, 1);
    }
    expect(seen).toEqual([2, 3, 4, 5]);
  });
});
