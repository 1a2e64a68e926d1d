import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { demoIds } from '../../support/demo-ids.ts';
import { startSite } from '../../support/open-site.ts';
import { openDriver } from '../drivers/open-driver.ts';
import type { EngineSite } from '../engine-site.ts';
import { phase, play } from '../lesson.ts';
import type { Reader } from '../reader.ts';

/*
 * Offline use of a wave, in all engines. WebKit is WebKitGTK here, so the test does not cover iOS's removal
 * of stored data.
 */

/** Droplet whose film is not opened before, so that only the offline storage has it. */
const LESSON = 'Finish the Sentence';
const FIRST_WORDS = 'Someone calls your name in';

/** This journey has its own site, which it stops. */
export function keptJourneys(engineSite: EngineSite): void {
  test('a kept wave opens in a killed browser without a connection, plays and seeks', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'stillwater-profile-'));
    onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const startBrowser = async () => {
      const driver = await openDriver(engineSite.engine, profile);
      // The first browser has been closed by then.
      onTestFinished(() => driver.close().catch(() => {}));
      return driver;
    };
    const [site, first] = await Promise.all([startSite(), startBrowser()]);
    onTestFinished(() => site.close());
    const { url } = site;
    const wave = `/waves/${(await demoIds(site))['one-thing-at-a-time']}`;
    const online = await engineSite.newReader({ driver: first, url });
    await online.enter();
    await online.open(wave);
    await keep(online);
    await engineSite.dismiss(online);
    await first.kill();

    const [second] = await Promise.all([startBrowser(), site.stop()]);
    const reader = await engineSite.newReader({
      driver: second,
      url,
      mayReport: /503|Failed to load|connect/i,
    });
    await reader.open(wave);
    await reader.press('link', LESSON);
    await reader.see('button', /^Next droplet/);
    await play(reader);
    await reader.press('button', 'Pause');
    await phase(reader, 'paused');
    await seek(reader);

    await reader.tab.goto(`${url}/app`);
    await reader.see('heading', 'You are offline');
    await reader.press('link', LESSON);
    await reader.see('heading', LESSON);
  });
}

async function keep(reader: Reader): Promise<void> {
  // The panel loads when its slot comes into view.
  await reader.until('the panel is there', () => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    return document.querySelector('[data-part=keep] button') !== null;
  });
  await reader.press('button', /^Keep on this/);
  await reader.see('button', 'Remove');
}

/**
 * Seeks back and forth in a paused film, and plays from its middle. WebKit seeks only with range responses.
 * The other engines have loaded a small film completely by then.
 */
async function seek(reader: Reader): Promise<void> {
  const isAt = (from: number, to: number) =>
    reader.until(
      `the film is between ${from} and ${to} s`,
      (from, to) => {
        const film = document.querySelector<HTMLVideoElement>('dialog video');
        const line = document.querySelector('dialog [role=slider]');
        const shown = Number(line?.getAttribute('aria-valuenow'));
        const holds = (time: number) => from <= time && time <= to;
        return film && !film.seeking && film.readyState >= 2 && holds(film.currentTime) && holds(shown);
      },
      from,
      to,
    );
  await reader.press('slider', 'Seek');
  await isAt(8, 15);
  await reader.key('Home');
  await isAt(0, 0);
  await reader.key('ArrowRight');
  await isAt(5, 5);
  await reader.read(FIRST_WORDS);
  await reader.press('slider', 'Seek');
  await isAt(8, 15);
  await reader.press('button', 'Play');
  await reader.until('the film plays on from its middle', () => {
    const played = document.querySelector<HTMLVideoElement>('dialog video')?.played;
    const last = (played?.length ?? 0) - 1;
    return played && last >= 0 && played.start(last) >= 8 && played.end(last) > played.start(last) + 1;
  });
}
