import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { moveUntil, type WatchedPage } from '../support/open-site.ts';
import { boxOf } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { demoSite } from '../support/set-up-site.ts';
import { refuseFilms, withVideoHosts } from '../support/video-host-peers.ts';
import { phaseOf, viewer, visibleButton } from './player-parts.ts';

/* Films of YouTube and Vimeo with the site's own controls. */

const site = demoSite();

const phase = (page: WatchedPage, expected: string) => expect.poll(() => phaseOf(page)).toBe(expected);

async function play(page: WatchedPage, slug: string): Promise<URL> {
  await withVideoHosts(page);
  await page.goto(`/waves/${site.ids['borrowed-views']}?droplet=${site.ids[slug]}`);
  await page.locator('dialog:modal').waitFor();
  await visibleButton(page, /^Play .+/).click();
  await phase(page, 'playing');
  return new URL((await viewer(page).locator('iframe').getAttribute('src')) ?? '');
}

test.each([
  ['YouTube', 'a-rabbit-wakes-up'],
  ['Vimeo', 'someone-elses-minute'],
])('a film of %s has the site’s controls: pause, seek, mute, speed, end and again', async (_, slug) => {
  const page = await entered(site, PHONE);
  const { searchParams } = await play(page, slug);
  // Without it, iPhones leave the page for the film.
  expect(searchParams.get('playsinline')).toBe('1');
  expect(searchParams.get('controls')).toBe('0');
  const line = viewer(page).getByRole('slider', { name: 'Seek' });
  await expect.poll(() => line.getAttribute('aria-valuemax')).toBe('20');
  // The controls fade 3 seconds after the last movement.
  await page.mouse.move(100, 100);
  await visibleButton(page, 'Pause').tap();
  await phase(page, 'paused');
  await line.press('Home');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('0');
  await line.press('PageUp');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('10');
  await visibleButton(page, 'Mute').tap();
  await visibleButton(page, 'Unmute').waitFor();
  await visibleButton(page, 'More').tap();
  // The medium confirms the speed, and then the radio button is checked.
  await viewer(page).getByRole('radio', { name: '1.5' }).click();
  await expect.poll(() => viewer(page).getByRole('radio', { name: '1.5' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await line.press('ArrowRight');
  await visibleButton(page, 'Play').tap();
  await phase(page, 'ended');
  // The film of Vimeo is the last one of its wave.
  await visibleButton(page, /^(Again|Begin again)$/)
    .first()
    .tap();
  await phase(page, 'playing');
});

test.each([
  ['YouTube', 'a-rabbit-wakes-up'],
  ['Vimeo', 'someone-elses-minute'],
])('a film of %s ends when its slider is dragged to the end', async (_, slug) => {
  const page = await entered(site);
  await play(page, slug);
  const line = viewer(page).getByRole('slider', { name: 'Seek' });
  await expect.poll(() => line.getAttribute('aria-valuemax')).toBe('20');
  const box = await boxOf(line);
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 20, box.y + box.height / 2);
  await phase(page, 'paused');
  await page.mouse.up();
  const player = viewer(page).locator('[data-part=player]');
  // Earlier than it would end by playing.
  await expect.poll(() => player.getAttribute('data-phase'), { timeout: 15_000 }).toBe('ended');
});

test('sound and speed chosen before the first play are shown, and can be changed back', async () => {
  const page = await entered(site);
  await withVideoHosts(page);
  await page.goto(`/waves/${site.ids['borrowed-views']}?droplet=${site.ids['a-rabbit-wakes-up']}`);
  await page.locator('dialog:modal').waitFor();
  await moveUntil(page, visibleButton(page, 'Mute'));
  await visibleButton(page, 'Mute').click();
  await visibleButton(page, 'Unmute').click();
  await visibleButton(page, 'Mute').waitFor();
  const speed = viewer(page).getByRole('radio', { name: '1.5' });
  await visibleButton(page, 'More').click();
  await speed.click();
  await expect.poll(() => speed.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  await visibleButton(page, /^Play .+/).click();
  await phase(page, 'playing');
  await visibleButton(page, 'Mute').waitFor();
});

test.each([
  ['YouTube', 'a-rabbit-wakes-up', ['Play', 'Mute', 'More', 'Full screen']],
  ['Vimeo', 'someone-elses-minute', ['Play', 'Captions', 'Mute', 'More', 'Full screen']],
] as const)('every control over a film of %s, and Close, can be touched', async (_, slug, names) => {
  const page = await entered(site, PHONE);
  await play(page, slug);
  await page.keyboard.press('k');
  await phase(page, 'paused');
  for (const control of [
    ...[...names, 'Close'].map((name) => visibleButton(page, name)),
    viewer(page).getByRole('slider', { name: 'Seek' }),
  ]) {
    await control.waitFor();
    const reached = await control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return element.contains(at) ? 'reached' : `under ${at?.outerHTML.slice(0, 80)}`;
    });
    expect(reached, String(control)).toBe('reached');
  }
});

test('captions of a video host are switched by the site’s button', async () => {
  const page = await entered(site);
  await play(page, 'someone-elses-minute');
  await page.keyboard.press('k');
  const host = page.frameLocator('dialog iframe').locator('title');
  await expect.poll(() => host.textContent()).toBe('captions en');
  await visibleButton(page, 'Captions').click();
  await expect.poll(() => host.textContent()).toBe('no captions');
});

test('a video host that does not respond keeps its own player uncovered', async () => {
  const page = await entered(site, PHONE);
  await page.route('https://www.youtube.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Silent</title>' }),
  );
  await page.goto(`/waves/${site.ids['borrowed-views']}?droplet=${site.ids['a-rabbit-wakes-up']}`);
  await page.locator('dialog:modal').waitFor();
  await visibleButton(page, /^Play .+/).tap();
  await viewer(page).locator('iframe').waitFor();
  const reached = () => page.evaluate(() => document.elementFromPoint(195, 300)?.tagName);
  await expect.poll(reached).toBe('IFRAME');
});

test('a film that its host refuses to play here leads to the host, also after another try', async () => {
  const page = await entered(site);
  await refuseFilms(page);
  await page.goto(`/waves/${site.ids['borrowed-views']}?droplet=${site.ids['a-rabbit-wakes-up']}`);
  await page.locator('dialog:modal').waitFor();
  await visibleButton(page, /^Play .+/).click();
  const host = viewer(page).getByRole('link', { name: 'Watch on YouTube' });
  await host.waitFor();
  await Promise.all([page.waitForEvent('framenavigated'), visibleButton(page, 'Try Again').click()]);
  await host.waitFor();
  expect(await host.getAttribute('href')).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  expect(await viewer(page).getByText('Loading', { exact: true }).count()).toBe(0);
});

test('a YouTube short has no full screen', async () => {
  const page = await entered(site);
  await play(page, 'a-tall-window');
  await visibleButton(page, 'Pause').waitFor();
  expect(await visibleButton(page, 'Full screen').count()).toBe(0);
});
