import { expect, test } from 'vitest';
import { demoIds } from '../../support/demo-ids.ts';
import { CARD } from '../../support/parts.ts';
import type { EngineSite } from '../engine-site.ts';

export function viewerJourneys(engineSite: EngineSite): void {
  test('the viewer opens, steps by arrows, and closes by button, Escape and Back', async () => {
    const ids = await demoIds(engineSite.site());
    const wave = `/waves/${ids['one-thing-at-a-time']}`;
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open(wave);
    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    expect(await reader.address()).toBe(`${wave}?droplet=${ids['the-clear-table']}`);
    await reader.key('ArrowRight');
    await reader.read('3 of 8');
    await reader.key('ArrowLeft');
    await reader.read('2 of 8');
    await reader.press('button', /^Next droplet/);
    await reader.read('3 of 8');
    await reader.press('button', /^Previous droplet/);
    await reader.read('2 of 8');
    await reader.press('button', 'Close');
    await reader.see('link', 'The Clear Table');
    expect(await reader.address()).toBe(wave);

    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    await reader.key('Escape');
    await reader.see('link', 'The Clear Table');
    expect(await reader.address()).toBe(wave);

    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    await reader.tab.goBack();
    await reader.see('link', 'The Clear Table');
    expect(await reader.address()).toBe(wave);
  });

  test('Back restores the previous page’s scroll position, also when that page is reloaded', async () => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open('/app');
    await reader.tab.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await reader.until('the position is stored', () => history.state?.scrollTop === 300);
    // The press scrolls unless its card is in view. A script's click is not enough, because WebKit's Back
    // skips pages that were left by one.
    const inView = await reader.until(
      'a card is in view',
      (card) =>
        [...document.querySelectorAll(`${card} a`)].find((link) => {
          const { top, bottom } = link.getBoundingClientRect();
          return top > 100 && bottom < innerHeight;
        })?.textContent,
      CARD,
    );
    await reader.press('link', inView);
    await reader.see('heading', 'Waves in this ocean');
    await reader.reload();
    await reader.tab.goBack();
    await reader.see('heading', 'Knowledge Oceans');
    await reader.until('the position is restored', () => Math.abs(scrollY - 300) < 3);
  });
}
