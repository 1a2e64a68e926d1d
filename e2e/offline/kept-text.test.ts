import sharp from 'sharp';
import { expect, test } from 'vitest';
import { csrfHeaders } from '../support/csrf-headers.ts';
import { ADMIN, administrator, phone } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { KEEP, panelOf, storedPaths } from './kept-pages.ts';

/* A text that was written on the site, kept for use without a connection. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

/** Writes a free text with a picture. Returns the droplet's id and the text's address. */
async function writeText(): Promise<{ id: number; url: string }> {
  const page = await administrator(site, '/admin');
  const headers = await csrfHeaders(page);
  const picture = sharp({ create: { width: 700, height: 400, channels: 3, background: '#2f6f73' } }).png();
  const file = { name: 'paper.png', mimeType: 'image/png', buffer: await picture.toBuffer() };
  const upload = await page.request.post('/api/uploads?kind=image', { headers, multipart: { file } });
  const source = `Write **one line**.\n\n![A sheet of paper](${(await upload.json()).url})`;
  const { url } = await (
    await page.request.post('/api/writings', { headers, data: { kind: 'text', source } })
  ).json();
  const data = {
    waveId: 1,
    title: 'A Line Before Sleep',
    description: 'One line, and then the light goes out.',
    mediaType: 'text',
    mediaUrl: url,
    accessType: 'free',
    isPublished: true,
  };
  const { id } = await (await page.request.post('/api/droplets', { headers, data })).json();
  return { id, url };
}

test('a kept text is read without a connection, with its picture', async () => {
  const { id, url } = await writeText();
  const page = await phone(site);
  await page.goto('/waves/1');
  const panel = panelOf(page);
  await expect
    .poll(async () => {
      await page.evaluate(() =>
        scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
      );
      return panel.getByRole('button', { name: KEEP }).count();
    })
    .toBe(1);
  await panel.getByRole('button', { name: KEEP }).click();
  await panel.getByRole('button', { name: 'Remove' }).waitFor();
  expect(await storedPaths(page)).toEqual(
    expect.arrayContaining([url, expect.stringMatching(/^\/media\/u\/[0-9a-f]{32}$/)]),
  );

  await page.context().setOffline(true);
  await page.goto(`/droplets/${id}`);
  const text = page.getByRole('region', { name: 'Text' });
  expect(await text.locator('strong').innerText()).toBe('one line');
  const image = text.getByRole('img', { name: 'A sheet of paper' });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
});
