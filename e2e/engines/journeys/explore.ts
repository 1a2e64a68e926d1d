import { expect, test } from 'vitest';
import type { EngineSite } from '../engine-site.ts';

const TURN = 700;
/** Scroll position beyond the first page of droplets, in CSS px. */
const FAR = 9000;
/** Timeout of scrolling, in ms. A busy machine loads slowly. */
const PATIENCE = 120_000;
/** Tolerance in px: rows that get their measured heights may move the page by a part of a screen. */
const ANCHORING = 450;

export function exploreJourneys(engineSite: EngineSite): void {
  test('continuous scrolling by the wheel never moves the reader of Explore back', async () => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open('/explore');
    await reader.see('heading', 'Explore Droplets');
    await reader.tab.evaluate(() => {
      let last = scrollY;
      Reflect.set(window, 'worstJump', 0);
      addEventListener('scroll', () => {
        Reflect.set(window, 'worstJump', Math.max(Reflect.get(window, 'worstJump'), last - scrollY));
        last = scrollY;
      });
    });
    // The reader pauses once, so that the position is stored. A page that loads meanwhile delays the storing.
    const pause = () => new Promise((resolve) => setTimeout(resolve, 400));
    const stored = () => reader.tab.evaluate(() => (history.state?.scroll?.top ?? 0) > 0);
    for (let turn = 0; turn < 20 && !(await stored()); turn += 1)
      await reader.tab.wheel(700, 500, 100).then(pause);
    expect(await stored()).toBe(true);
    const look = () =>
      reader.tab.evaluate(() => ({ top: scrollY, worstJump: Number(Reflect.get(window, 'worstJump')) }));
    let seen = await look();
    // Limited by time and not by wheel turns, because a list that loads slowly is temporarily shorter.
    for (const until = Date.now() + PATIENCE; Date.now() < until && seen.top < FAR; ) {
      await reader.tab.wheel(700, 500, TURN);
      seen = await look();
    }
    expect(seen.top).toBeGreaterThanOrEqual(FAR);
    expect(seen.worstJump).toBeLessThan(ANCHORING);
  });

  test('two quick presses on “Next wave” lead two waves on', async () => {
    const waves = await (await fetch(`${engineSite.site().url}/api/oceans/1/waves`)).json();
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open(`/waves/${waves[0].id}`);
    // The second press happens while the first page turn is still animated. A slow machine needs longer for
    // it.
    await reader.pressTwice('button', 'Next wave', () => reader.see('heading', waves[1].title));
    await reader.see('heading', waves[2].title);
    expect(await reader.address()).toBe(`/waves/${waves[2].id}`);
  });

  test('a search finds a droplet and opens it', async () => {
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open('/explore');
    await reader.fill('Search droplets', 'kettle', 'searchbox');
    await reader.press('link', 'Wait for the Kettle');
    await reader.see('dialog');
    await reader.see('heading', 'Wait for the Kettle');
  });
}
