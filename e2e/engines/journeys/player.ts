import { expect, test } from 'vitest';
import { demoIds } from '../../support/demo-ids.ts';
import { DESKTOP, type EngineSite, PHONE } from '../engine-site.ts';
import { phase, play } from '../lesson.ts';

export function playerJourneys(engineSite: EngineSite): void {
  test.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('on a %s a film is played, paused, muted and sought; nothing covers its controls', async (_, size) => {
    const ids = await demoIds(engineSite.site());
    const reader = await engineSite.newReader();
    await reader.tab.resize(size);
    await reader.enter();
    await reader.open(`/waves/${ids['one-thing-at-a-time']}?droplet=${ids['finish-the-sentence']}`);
    await play(reader);
    // A press waits until the middle of its control is not covered.
    await reader.press('button', 'Pause');
    await phase(reader, 'paused');
    const fullScreen = await reader.find('button', 'Full screen');
    expect(fullScreen.map(({ covered }) => covered)).toEqual(['']);
    for (const name of ['Mute', 'Unmute', 'Captions', 'More']) await reader.press('button', name);
    await reader.key('Escape');
    await reader.press('slider', 'Seek');
    await reader.until('the line is in the middle', () => {
      const line = document.querySelector('dialog [role=slider]');
      return /^1\d seconds? of 2\d$/.test(line?.getAttribute('aria-valuetext') ?? '');
    });
    await reader.press('button', 'Close');
    await reader.see('link', 'Finish the Sentence');
  });

  test('a sound is paused on a phone', async () => {
    const ids = await demoIds(engineSite.site());
    const reader = await engineSite.newReader();
    await reader.tab.resize(PHONE);
    await reader.enter();
    await reader.open(`/waves/${ids['the-long-exhale']}?droplet=${ids['hum-it-out']}`);
    await play(reader);
    await reader.press('button', 'Pause');
    await phase(reader, 'paused');
  });

  // On a desktop nothing in the viewer scrolls, so the wheel would scroll the page.
  test.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('on a %s the page behind the viewer does not scroll', async (_, size) => {
    const ids = await demoIds(engineSite.site());
    const reader = await engineSite.newReader();
    await reader.tab.resize(size);
    await reader.enter();
    await reader.open(`/waves/${ids['one-thing-at-a-time']}`);
    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    const scrolled = () => reader.tab.evaluate(() => scrollY);
    const before = await scrolled();
    for (let turn = 0; turn < 12; turn += 1) await reader.tab.wheel(195, 300, 400);
    expect(await scrolled()).toBe(before);
  });
}
