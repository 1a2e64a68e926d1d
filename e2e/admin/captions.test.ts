import { beforeAll, expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { demoIds } from '../support/demo-ids.ts';
import { hold } from '../support/hold.ts';
import { alive, type WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator } from './content-page.ts';

/* The caption editor: by keyboard, by touch, after errors and reloads. */

const site = setUpSite(ADMIN);

let ids: Record<string, number>;
beforeAll(async () => {
  ids = await demoIds(site);
});

/** Opens the captions of a droplet, as an administrator. */
async function openCaptions(slug: string, options = {}): Promise<WatchedPage> {
  const page = await administrator(site, options);
  await page.goto(`/admin/captions?droplet=${ids[slug]}`);
  await alive(page);
  await button(page, 'Save').waitFor();
  return page;
}
const rows = (page: WatchedPage) => page.locator('[data-part=captions] > li');
const words = (page: WatchedPage) => page.locator('[data-part=open-caption] textarea');
const item = async (page: WatchedPage, slug: string) =>
  (await page.request.get(`/api/droplets/${ids[slug]}`)).json();
const fileOf = async (page: WatchedPage, url: string) => (await page.request.get(url)).text();
const saved = (page: WatchedPage) => page.locator('[data-part=toast]').getByText('Captions saved').waitFor();
const seek = (page: WatchedPage, time: number) =>
  page.locator('video').evaluate((film: HTMLVideoElement, to) => {
    film.currentTime = to;
  }, time);

test('a script becomes captions of a new language, timed and saved by keyboard alone', async () => {
  const slug = 'finish-the-sentence';
  const page = await openCaptions(slug);
  await expect.poll(() => rows(page).count()).toBe(4);
  await button(page, 'Add language').press('Enter');
  await page.getByLabel('Language', { exact: true }).last().fill('FR');
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(0);
  await button(page, 'Paste a script').press('Enter');
  await page
    .getByRole('textbox', { name: 'Script' })
    .fill('Quelqu’un t’appelle. Termine ta phrase.\nLaisse deux mots.');
  await button(page, 'Make captions').press('Enter');
  await expect.poll(() => rows(page).count()).toBe(3);

  await button(page, 'Play').press('Enter');
  await button(page, 'Next caption starts').waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (const [index, time] of [1, 4, 8].entries()) {
    await seek(page, time);
    await page.keyboard.press(' ');
    await expect.poll(() => rows(page).nth(index).getAttribute('data-part')).toBe('open-caption');
  }
  // All lines have times, so the same key pauses now.
  await page.keyboard.press(' ');
  await expect.poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
  await seek(page, 12);
  await page.keyboard.press('o');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByLabel('End').inputValue()).toBe('0:12.1');

  // Selects the second caption, splits it, and joins it again.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => words(page).inputValue()).toBe('Termine ta phrase.');
  for (let at = 0; at < 'ta phrase.'.length; at += 1) await page.keyboard.press('ArrowLeft');
  // Safari's Enter that selects a candidate of an input method does not split.
  await words(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  expect(await rows(page).count()).toBe(3);
  await page.keyboard.press('Enter');
  await expect.poll(() => rows(page).count()).toBe(4);
  await expect.poll(() => words(page).inputValue()).toBe('ta phrase.');
  await page.keyboard.press('Backspace');
  await expect.poll(() => words(page).inputValue()).toBe('Termine ta phrase.');
  await page.keyboard.type(' vite');
  await expect.poll(() => words(page).inputValue()).toContain('vite');

  await page.keyboard.press('Control+s');
  await saved(page);
  const { furtherCaptions, captionsUrl } = await item(page, slug);
  expect(captionsUrl).toBe('/media/finish-the-sentence.vtt');
  expect(furtherCaptions.map(({ language }: { language: string }) => language)).toEqual(['es', 'fr']);
  const file = await fileOf(page, furtherCaptions[1].url);
  expect(
    file
      .trim()
      .split('\n\n')
      .map((block) => block.split('\n').at(-1)),
  ).toEqual(['WEBVTT', 'Quelqu’un t’appelle.', 'Termine vite ta phrase.', 'Laisse deux mots.']);
  expect(page.problems).toEqual([]);
});

test('typed captions survive a refusal, a failure and a reload; two presses save once', async () => {
  const slug = 'name-the-next-small-thing';
  const page = await openCaptions(slug);
  await rows(page).first().getByRole('button').click();
  const text = 'Far more words than anybody reads in such a short time, however quick they are. '
    .repeat(2)
    .trim();
  await words(page).fill(text);
  await page
    .locator('[data-part=open-caption]')
    .getByText(/^Too fast: \d+ characters a second, at most 17\. Give it \d+\.\d s more or split it\.$/)
    .waitFor();
  await button(page, 'Save').click();
  await page.getByRole('alert').getByText('1 caption cannot be saved yet.').waitFor();
  await page.reload();
  await expect.poll(() => rows(page).first().innerText()).toContain('Far more words');
  await page.getByText(/Draft kept at \d+:\d\d/).waitFor();

  await rows(page).first().getByRole('button').click();
  await words(page).fill('Fewer words.');
  await page.route('**/api/captions', (route) => route.abort(), { times: 1 });
  await button(page, 'Save').click();
  await page.locator('[data-part=toast]').getByText('Failed to save captions').waitFor();
  expect(await words(page).inputValue()).toBe('Fewer words.');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/captions')) calls += 1;
  });
  await button(page, 'Save').dblclick();
  await saved(page);
  expect(calls).toBe(1);
  const { captionsUrl } = await item(page, slug);
  expect(await fileOf(page, captionsUrl)).toContain('\nFewer words.\n');
  await page.reload();
  await expect.poll(() => rows(page).first().innerText()).toContain('Fewer words.');
  expect(await page.getByText(/Draft kept/).count()).toBe(0);
});

test('Ctrl+S during a save of captions saves later text afterwards, and unchanged text once', async () => {
  const slug = 'closing-time';
  const page = await openCaptions(slug);
  const release = await hold(page, /\/api\/captions$/, 'PUT');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/captions')) calls += 1;
  });
  await rows(page).first().getByRole('button').click();
  await words(page).fill('First.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => calls).toBe(1);
  await words(page).fill('Second.');
  await page.keyboard.press('ControlOrMeta+s');
  await page.keyboard.press('ControlOrMeta+s');
  release();
  const file = async () => fileOf(page, (await item(page, slug)).captionsUrl);
  await expect.poll(file).toContain('\nSecond.\n');
  await page.getByText(/Draft kept/).waitFor({ state: 'detached' });
  expect(calls).toBe(2);
});

test('captions that are undone after a save become a draft again, and Ctrl+S saves them', async () => {
  const slug = 'eyes-to-the-horizon';
  const page = await openCaptions(slug);
  const draft = page.getByText(/Draft kept/);
  const file = async () => fileOf(page, (await item(page, slug)).captionsUrl);
  await rows(page).first().getByRole('button').click();
  const before = await words(page).inputValue();
  await words(page).fill('Look far.');
  await page.keyboard.press('ControlOrMeta+s');
  await saved(page);
  await draft.waitFor({ state: 'detached' });
  expect(await file()).toContain('Look far.');
  await button(page, 'Undo').click();
  await draft.waitFor();
  expect(await words(page).inputValue()).toBe(before);
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(file).not.toContain('Look far.');
  await draft.waitFor({ state: 'detached' });
});

test('captions of somebody else are overwritten only after a confirmation', async () => {
  const slug = 'the-clear-table';
  const page = await openCaptions(slug);
  await rows(page).first().getByRole('button').click();
  await words(page).fill('Mine.');
  const { version } = await item(page, slug);
  const cues = [{ start: 1, end: 3, text: 'Theirs.' }];
  const theirs = await page.request.put('/api/captions', {
    headers: await csrfHeaders(page),
    data: { type: 'droplet', id: ids[slug], language: null, expectedVersion: version, cues },
  });
  expect(theirs.status()).toBe(200);
  await button(page, 'Save').click();
  await page.locator('[data-part=conflict]').getByText('Someone else changed this droplet').waitFor();
  expect(await words(page).inputValue()).toBe('Mine.');
  await button(page, 'Use the saved captions').click();
  await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('Theirs.')]);
  // The own captions are not lost.
  await button(page, 'Undo').click();
  await expect.poll(() => rows(page).first().innerText()).toContain('Mine.');
  await button(page, 'Save').click();
  await saved(page);
  expect(await fileOf(page, (await item(page, slug)).captionsUrl)).toContain('\nMine.\n');
});

test('on a phone a caption is opened, timed and split by touch, and a file is imported', async () => {
  const page = await openCaptions('a-soft-finish', PHONE);
  await rows(page).nth(1).getByText(/\w/).first().tap();
  await words(page).waitFor();
  await seek(page, 7.5);
  await button(page, 'Start here').tap();
  await expect.poll(() => page.getByLabel('Start').inputValue()).toBe('0:07.5');
  await button(page, '+0.1 s later').tap();
  await expect.poll(() => page.getByLabel('Start').inputValue()).toBe('0:07.6');
  const before = await rows(page).count();
  await button(page, 'Split').tap();
  await expect.poll(() => rows(page).count()).toBe(before + 1);
  await button(page, 'Undo').tap();
  await expect.poll(() => rows(page).count()).toBe(before);
  for (const control of await page.locator('main button:visible').all())
    expect((await control.boundingBox())?.height, await control.innerText()).toBeGreaterThanOrEqual(44);
  const srt = '1\r\n00:00:01,000 --> 00:00:03,500\r\nFrom a file.\r\n';
  await page
    .getByLabel('Import SRT or WebVTT')
    .setInputFiles({ name: 'a.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) });
  await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('From a file.')]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test('the link to the captions does not move while pictures and film above it load', async () => {
  const page = await administrator(site);
  const release = await hold(page, /\/media\/finish-the-sentence\.mp4$/, 'GET');
  const runScripts = await hold(page, /\/assets\/.*\.js$/, 'GET');
  const path = `/admin/content?tab=droplets&ocean=1&wave=1&edit=${ids['finish-the-sentence']}`;
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  const link = page.getByRole('link', { name: 'Edit captions' });
  const top = () => link.evaluate((element: HTMLElement) => element.offsetTop);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  );
  await page.evaluate(async () => void (await document.fonts.ready));
  const before = await top();
  runScripts();
  await alive(page);
  expect(await top()).toBe(before);
  release();
  await page.getByText('video found.').waitFor();
  expect(await top()).toBe(before);
});

test('the form of an item links to its captions, and they link back', async () => {
  const page = await administrator(site);
  const id = ids['finish-the-sentence'];
  await page.goto(`/admin/content?tab=droplets&ocean=1&wave=1&edit=${id}`);
  await alive(page);
  await page.getByRole('link', { name: 'Edit captions' }).click();
  await page.getByRole('heading', { name: 'Captions', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Back to Finish the Sentence' }).click();
  await expect
    .poll(() => page.getByLabel('Captions URL', { exact: false }).first().inputValue())
    .toBe('/media/finish-the-sentence.vtt');
});
