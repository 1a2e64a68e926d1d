import sharp from 'sharp';
import { expect, test } from 'vitest';
import { demoIds } from '../../support/demo-ids.ts';
import { DESKTOP, type EngineSite, PHONE } from '../engine-site.ts';
import { play, playToTheEnd, seekToTheEnd } from '../lesson.ts';
import type { Reader } from '../reader.ts';

const SIDEWAYS = { width: 844, height: 390 };
const AT_ONCE = async () => {};

/**
 * Waits until the open lesson has played for a moment. WebKitGTK sometimes starts to load a film late, so
 * there it may also be waiting for data. A browser that refuses to play stays paused.
 */
const playsOn = (engineSite: EngineSite, reader: Reader) =>
  reader.until(
    'the lesson plays',
    (mayWait) => {
      const medium = document.querySelector<HTMLMediaElement>('dialog :is(video, audio)');
      if (medium === null || medium.paused) return false;
      return medium.currentTime > 0.8 || (mayWait && medium.readyState < HTMLMediaElement.HAVE_FUTURE_DATA);
    },
    engineSite.engine === 'webkit',
  );

async function newLearner(engineSite: EngineSite, size = PHONE): Promise<Reader> {
  const reader = await engineSite.newReader();
  await reader.resize(size);
  await reader.enter();
  return reader;
}

/** The mean brightness of the viewer's scroll bar, from 0 to 255; 0 if it has no space of its own. */
async function brightnessOfScrollBar(reader: Reader): Promise<number> {
  const bar = await reader.tab.evaluate(() => {
    const { clientWidth = 0, offsetWidth = 0 } = document.querySelector<HTMLElement>('dialog:modal') ?? {};
    return { left: clientWidth, top: 0, width: offsetWidth - clientWidth, height: innerHeight };
  });
  if (bar.width === 0) return 0;
  const pixels = await sharp(await reader.tab.picture())
    .extract(bar)
    .toBuffer();
  const { channels } = await sharp(pixels).stats();
  return Math.max(...channels.slice(0, 3).map(({ mean }) => mean));
}

export function lessonJourneys(engineSite: EngineSite): void {
  test('after a lesson, Again and Next play at one press', async () => {
    const ids = await demoIds(engineSite.site());
    const wave = `/waves/${ids['one-thing-at-a-time']}`;
    const reader = await newLearner(engineSite);
    await reader.open(`${wave}?droplet=${ids['name-the-next-small-thing']}`);
    await playToTheEnd(reader);
    // The button over the picture. The row of controls below has another one.
    const [again] = (await reader.find('button', 'Again')).sort((one, other) => one.y - other.y);
    await reader.tab.click(again?.x ?? 0, again?.y ?? 0);
    await playsOn(engineSite, reader);
    await seekToTheEnd(reader);
    await reader.press('button', /^Next: The Clear Table/);
    await playsOn(engineSite, reader);
    expect(await reader.address()).toBe(`${wave}?droplet=${ids['the-clear-table']}`);
    await reader.press('button', 'Close');
    await reader.see('link', 'The Clear Table');
  });

  test('after a wave, the next one and the ocean are one press away', async () => {
    const ids = await demoIds(engineSite.site());
    const reader = await newLearner(engineSite, DESKTOP);
    await reader.open(`/waves/${ids['finding-your-breath']}?droplet=${ids['your-unimproved-breath']}`);
    await playToTheEnd(reader);
    await reader.see('heading', 'The end of this wave');
    const filter = await reader.tab.evaluate(() => {
      const film = document.querySelector('dialog video');
      return film ? getComputedStyle(film).filter : '';
    });
    expect(filter).toContain('blur');
    await reader.press('button', 'Begin again');
    await playsOn(engineSite, reader);
    expect(await reader.address()).toContain(`droplet=${ids['one-breath-all-the-way']}`);
    await reader.open(`/waves/${ids['finding-your-breath']}?droplet=${ids['your-unimproved-breath']}`);
    await playToTheEnd(reader);
    await reader.press('link', 'Next: The Long Exhale');
    await reader.read('1 of 6');
    expect(await reader.address()).toBe(
      `/waves/${ids['the-long-exhale']}?droplet=${ids['in-for-four-out-for-six']}`,
    );
    await reader.tab.goBack();
    await reader.read('6 of 6');
  });

  test('a film on a phone plays on when the phone is turned, and every control can be reached', async () => {
    const ids = await demoIds(engineSite.site());
    const reader = await newLearner(engineSite);
    await reader.open(`/waves/${ids['one-thing-at-a-time']}?droplet=${ids['finish-the-sentence']}`);
    await play(reader);
    for (const size of [SIDEWAYS, PHONE]) {
      await reader.resize(size);
      await playsOn(engineSite, reader);
      for (const name of ['Pause', 'Play', 'Mute', 'Unmute']) await reader.press('button', name);
      for (const name of ['Captions', 'Full screen', 'Close'])
        expect(await reader.find('button', name)).toMatchObject([{ covered: '', enabled: true }]);
    }
  });

  test('the arrows step through texts, pictures, exercises and sounds', async () => {
    const ids = await demoIds(engineSite.site());
    const reader = await newLearner(engineSite);
    await reader.open(`/waves/${ids['one-thing-at-a-time']}?droplet=${ids['the-clear-table']}`);
    // Two steps as fast as the arrow allows.
    await reader.pressTwice('button', /^Next droplet/, AT_ONCE);
    await reader.read('Exercise · 1 min');
    await reader.read('4 of 8');
    for (const count of ['5 of 8', '6 of 8']) {
      await reader.press('button', /^Next droplet/);
      await reader.read(count);
    }
    await reader.read('Reading · 1 min');
    await reader.read('No video available');
    expect(await brightnessOfScrollBar(reader)).toBeLessThan(128);
    await reader.press('button', /^Previous droplet/);
    await reader.read('5 of 8');
    await reader.open(`/waves/${ids['finding-your-breath']}?droplet=${ids['three-places-to-look']}`);
    await reader.read('Picture · 1 min');
    await reader.press('button', 'Close');
    await reader.see('link', 'Three Places to Look');
  });
}
