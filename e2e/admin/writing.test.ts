import sharp from 'sharp';
import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { entered } from '../support/entered.ts';
import { hold } from '../support/hold.ts';
import { alive, idle, type WatchedPage } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, field, open } from './content-page.ts';

/* Texts written on the site. */

const site = setUpSite(ADMIN);

/** Sends a call as the page's reader. */
async function send(page: WatchedPage, method: string, path: string, data: unknown) {
  const answer = await page.request.fetch(path, { method, data, headers: await csrfHeaders(page) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** Creates a free, published text and opens its editor. */
async function editorOf(page: WatchedPage, source: string, title = 'Tomorrow, on Paper') {
  const { url } = await send(page, 'POST', '/api/writings', { kind: 'text', source });
  const droplet = await send(page, 'POST', '/api/droplets', {
    waveId: 1,
    title,
    description: 'Three lines before bed.',
    mediaType: 'text',
    mediaUrl: url,
    accessType: 'free',
    isPublished: true,
  });
  await open(page, `/admin/droplets/${droplet.id}/writing`);
  return droplet.id as number;
}

const words = (page: WatchedPage) => page.getByLabel('Text of the droplet, in Markdown');
const preview = (page: WatchedPage) => page.getByRole('region', { name: 'Preview' });
const draftKept = (page: WatchedPage) => page.getByText(/^Draft kept at \d+:\d\d:\d\d [AP]M$/).waitFor();
const saved = (page: WatchedPage) => page.getByText('Saved', { exact: true }).waitFor();
const savedSource = async (page: WatchedPage, id: number) => {
  const { mediaUrl } = await (await page.request.get(`/api/droplets/${id}`)).json();
  return (await (await page.request.get(`/api/writings/${mediaUrl.split('/').pop()}`)).json()).source;
};

test('a text is started in the form, written by keyboard, and read by a visitor', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=droplets');
  await field(page, 'Title').fill('A Line Before Sleep');
  await field(page, 'Description').fill('One line, and then the light goes out.');
  await field(page, 'Media type').selectOption('text');
  await field(page, 'Access').selectOption('free');
  await button(page, 'Write it here').click();
  await page.getByText('Save this droplet, then write its text.').waitFor();
  await button(page, 'Create droplet').click();
  await page.waitForURL(/\/admin\/droplets\/\d+\/writing$/);

  const id = /droplets\/(\d+)/.exec(page.url())?.[1];
  await words(page).focus();
  await page.keyboard.type('Write ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('one line');
  await expect.poll(() => words(page).inputValue()).toBe('Write **one line**');
  await page.keyboard.press('End');
  await page.keyboard.type('.\n\n- a\n\n<b>raw</b> [bad](javascript:alert(1))\n\n');
  await preview(page).getByRole('listitem').waitFor();
  expect(await preview(page).locator('strong').innerText()).toBe('one line');
  expect(await preview(page).getByText('<b>raw</b> [bad](javascript:alert(1))').isVisible()).toBe(true);

  // The toolbar is one stop of the Tab key.
  await page.keyboard.press('Shift+Tab');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => words(page).inputValue()).toMatch(/> $/);
  await page.keyboard.type('Rest.');
  const sending = await hold(page, /\/api\/resumable-uploads/, 'POST');
  let choosers = 0;
  page.on('filechooser', () => {
    choosers += 1;
  });
  const picture = sharp({ create: { width: 700, height: 400, channels: 3, background: '#2f6f73' } }).png();
  await page
    .getByLabel('Picture for the text')
    .setInputFiles({ name: 'paper.png', mimeType: 'image/png', buffer: await picture.toBuffer() });
  // One picture at a time.
  await page.getByRole('progressbar', { name: 'Uploading paper.png' }).waitFor();
  // Pressed by script, because its position changes when the progress appears.
  await button(page, 'Picture').evaluate((it) => (it as HTMLElement).click());
  sending();
  await expect
    .poll(() => words(page).inputValue())
    .toMatch(/!\[What the picture shows\]\(\/media\/u\/.+webp\)$/);
  expect(choosers).toBe(0);
  await page.keyboard.type('A sheet of paper');
  await page.keyboard.press('Control+s');
  await saved(page);
  await expectToast(page, 'Droplet updated', '“A Line Before Sleep” has been updated successfully.');

  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await page.getByRole('heading', { name: 'Before “A Line Before Sleep” goes live' }).waitFor();
  await button(page, 'Publish').dblclick();
  await page.getByText('This droplet is published.').waitFor();

  const reader = await entered(site);
  await reader.goto(`/droplets/${id}`);
  const text = reader.getByRole('region', { name: 'Text' });
  await text.locator('strong').waitFor();
  expect(await text.getByRole('img', { name: 'A sheet of paper' }).evaluate(isShown)).toBe(true);
  expect(await text.getByText('<b>raw</b>').count()).toBe(1);
  expect([...page.problems, ...reader.problems]).toEqual([]);
});

const isShown = async (image: HTMLImageElement | SVGElement) => {
  await (image as HTMLImageElement).decode();
  return (image as HTMLImageElement).naturalWidth > 0;
};

test('a draft survives a closed page and a reload, and is restored or deleted', async () => {
  const page = await administrator(site);
  const id = await editorOf(page, 'Before you begin.\n\nRest.');
  await words(page).fill('Before you begin tomorrow.\n\nRest.\n\nMore.');
  await draftKept(page);
  // A crash: no dialog, no unload handlers.
  const context = page.context();
  await page.close({ runBeforeUnload: false });

  const next = (await context.newPage()) as WatchedPage;
  await next.goto(`/admin/droplets/${id}/writing`);
  await next.getByText(/^Words from \d+:\d\d:\d\d [AP]M were kept$/).waitFor();
  expect(await next.getByRole('status').filter({ hasText: 'Words from' }).innerText()).toContain(
    'They differ in 2 places.',
  );
  expect(await words(next).inputValue()).toBe('Before you begin.\n\nRest.');
  await next.getByRole('button', { name: 'Bring back' }).click();
  expect(await words(next).inputValue()).toBe('Before you begin tomorrow.\n\nRest.\n\nMore.');
  expect(await next.getByText('Words from').count()).toBe(0);
  // Reloads at once, before the timer that stores drafts has run.
  await words(next).press('End');
  await words(next).pressSequentially('Now');
  next.on('dialog', (dialog) => void dialog.accept());
  await next.reload();
  await next.getByText('Words from').waitFor();
  await next.getByRole('button', { name: 'Bring back' }).click();
  expect(await words(next).inputValue()).toContain('Now');
  await draftKept(next);
  await next.reload();
  await next.getByRole('button', { name: 'Let go' }).click();
  await next.reload();
  await words(next).waitFor();
  await alive(next);
  expect(await next.getByText('Words from').count()).toBe(0);
  expect(await savedSource(next, id)).toBe('Before you begin.\n\nRest.');
});

test('neither one’s own text nor one that somebody else has saved is lost', async () => {
  const [mine, theirs] = [await administrator(site), await administrator(site)];
  const id = await editorOf(mine, 'One.');
  await open(theirs, `/admin/droplets/${id}/writing`);
  await words(theirs).fill('One of theirs.');
  await button(theirs, 'Save').click();
  await saved(theirs);

  await words(mine).fill('One of mine.');
  await button(mine, 'Save').click();
  const notice = mine.locator('[data-part=conflict]');
  await notice.getByText('maren changed this text after you opened it.').waitFor();
  await notice.getByText('of theirs').first().waitFor();
  expect(await words(mine).inputValue()).toBe('One of mine.');
  expect(await savedSource(mine, id)).toBe('One of theirs.');
  await notice.getByRole('button', { name: 'Use their version' }).click();
  await expect.poll(() => words(mine).inputValue()).toBe('One of theirs.');
  // The own text is offered like a draft of a closed page.
  await mine.getByRole('button', { name: 'Bring back' }).click();
  expect(await words(mine).inputValue()).toBe('One of mine.');
  await button(mine, 'Save').click();
  await saved(mine);
  expect(await savedSource(mine, id)).toBe('One of mine.');

  // A new title is no conflict of texts.
  await send(mine, 'PUT', `/api/droplets/${id}`, { title: 'Another title' });
  await words(mine).fill('One of mine, later.');
  await button(mine, 'Save').click();
  await saved(mine);
  expect(await savedSource(mine, id)).toBe('One of mine, later.');
  await words(theirs).fill('One, again.');
  await button(theirs, 'Save').click();
  await theirs.locator('[data-part=conflict]').getByRole('button', { name: 'Use my version' }).click();
  await saved(theirs);
  expect(await savedSource(mine, id)).toBe('One, again.');
});

test('a failure loses no text, and two quick presses save once', async () => {
  const page = await administrator(site);
  const id = await editorOf(page, 'One.');
  await page.route('**/api/writings', (route) => route.abort());
  await words(page).fill('Two.');
  await button(page, 'Save').click();
  await expectToast(
    page,
    'Failed to update droplet',
    'Network error: Please check your connection and try again.',
  );
  expect(await words(page).inputValue()).toBe('Two.');
  await page.unroute('**/api/writings');
  const puts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.url());
  });
  await button(page, 'Save').dblclick();
  await saved(page);
  expect(puts).toHaveLength(1);
  expect(await savedSource(page, id)).toBe('Two.');
  await words(page).fill('a'.repeat(100_001));
  await page.getByText('Use at most 100,000 characters. These are 100,001.').waitFor();
  // A save would send the text first, and the address of the droplet afterwards.
  const sendings = () => page.requested.filter((url) => url.endsWith('/api/writings')).length;
  const before = sendings();
  await button(page, 'Save').click();
  await idle(page);
  expect(sendings()).toBe(before);
});

test('Ctrl+S during a save of a text saves later text afterwards, and unchanged text once', async () => {
  const page = await administrator(site);
  const id = await editorOf(page, 'One.');
  const release = await hold(page, /\/api\/droplets\/\d+$/, 'PUT');
  const puts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(request.url());
  });
  await words(page).fill('Two.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => puts.length).toBe(1);
  await words(page).fill('Three.');
  await page.keyboard.press('ControlOrMeta+s');
  await page.keyboard.press('ControlOrMeta+s');
  release();
  await expect.poll(() => savedSource(page, id)).toBe('Three.');
  await saved(page);
  expect(await words(page).inputValue()).toBe('Three.');
  expect(puts).toHaveLength(2);
});

test('on a phone the text and its preview are two tabs', async () => {
  const page = await administrator(site, PHONE);
  await editorOf(page, '**One** line.');
  await words(page).waitFor();
  expect(await preview(page).isVisible()).toBe(false);
  await page.getByRole('tab', { name: 'Preview' }).tap();
  await preview(page).locator('strong').waitFor();
  expect(await words(page).isVisible()).toBe(false);
  await page.getByRole('tab', { name: 'Write' }).tap();
  expect(await words(page).inputValue()).toBe('**One** line.');
});
