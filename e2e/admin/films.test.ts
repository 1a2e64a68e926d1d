import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSample, mediaPrograms, picture, tone } from '#test/media/media-programs.ts';
import { logIn } from '../support/entered.ts';
import { alive, type OpenSite, openSite, type WatchedPage } from '../support/open-site.ts';

/* A film of a phone, from the form to playing. Skipped without ffmpeg (test/media/media-setup.ts). */

const PASSWORD = 'Still-water-1';
const programs = mediaPrograms();
const its = programs as NonNullable<typeof programs>;

let site: OpenSite;
let folder: string;
beforeAll(async () => {
  if (!programs) return;
  folder = await mkdtemp(join(tmpdir(), 'stillwater-films-'));
  // This ffmpeg waits for a file, so the test can cancel a film while it is being prepared.
  const waits = `while [ ! -e '${folder}/open' ]; do sleep 0.1; done`;
  await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\n${waits}\nexec '${its.ffmpeg}' "$@"\n`, {
    mode: 0o755,
  });
  await writeFile(join(folder, 'ffprobe'), `#!/bin/sh\nexec '${its.ffprobe}' "$@"\n`, { mode: 0o755 });
  site = await openSite({
    ADMIN_USERNAME: 'maren',
    ADMIN_PASSWORD: PASSWORD,
    DEMO: 'false',
    FFMPEG: join(folder, 'ffmpeg'),
  });
});
afterAll(async () => {
  if (!programs) return;
  await site.close();
  await rm(folder, { recursive: true });
});

async function editor(options = {}): Promise<WatchedPage> {
  const page = await site.newPage(options);
  await logIn(page, { username: 'maren', password: PASSWORD });
  await page.goto('/admin/content');
  await alive(page);
  return page;
}

test.skipIf(!programs)(
  'a phone’s film is chosen, can be canceled and retried, and plays when it is ready',
  async () => {
    await makeSample(its, folder, 'IMG_1.mov', ...picture('320x180', 30, 2), ...tone(2), '-c:v', 'mpeg4');
    const page = await editor({ viewport: { width: 390, height: 844 } });
    await page.getByLabel('Title').first().fill('A filmed ocean');
    await page.getByLabel('Media type').selectOption('video');
    await page.getByLabel('Upload a video').setInputFiles(join(folder, 'IMG_1.mov'));
    const address = page.getByLabel('Media URL').first();
    await expect.poll(() => address.inputValue()).toMatch(/^\/media\/u\/[0-9a-f]{32}-180\.mp4$/);
    const form = page.locator('form').filter({ has: page.getByLabel('Media URL') });
    await form.getByRole('progressbar', { name: 'Preparing IMG_1.mov' }).waitFor();
    // The list below shows the same film.
    const list = page.getByRole('region', { name: 'On their way' });
    await list.getByText('IMG_1.mov').first().waitFor();
    await form.getByRole('button', { name: 'Cancel preparing IMG_1.mov' }).press('Enter');
    await form.getByText('Canceled. It does not play yet.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await form.getByRole('button', { name: 'Try again preparing IMG_1.mov' }).press('Enter');
    await form.getByRole('progressbar', { name: 'Preparing IMG_1.mov' }).waitFor();
    await writeFile(join(folder, 'open'), '');
    const film = form.locator('video');
    await expect.poll(() => film.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(1.9);
    await expect.poll(() => list.count()).toBe(0);
    expect(await page.getByLabel('Title').first().inputValue()).toBe('A filmed ocean');
    expect(page.problems).toEqual([]);
  },
);

test.skipIf(!programs)(
  'an ocean is published once and goes live by itself when its film is ready',
  async () => {
    await rm(join(folder, 'open'), { force: true });
    await makeSample(its, folder, 'IMG_2.mov', ...picture('320x180', 30, 3), ...tone(3), '-c:v', 'mpeg4');
    const page = await editor();
    const form = page.locator('section[aria-labelledby=form-title]');
    const create = form.getByRole('button', { name: 'Create ocean' });
    const errors = form.locator('[data-part=error]');
    const fill = async (title: string) => {
      await form.getByLabel('Title').fill(title);
      await form.getByLabel('Description').fill('Its film is being prepared.');
      await form.getByRole('button', { name: 'Use drawn cover' }).click();
      await form.getByLabel('Published').check();
    };
    await fill('An ocean of a film');
    await form.getByLabel('Media type').selectOption('video');
    await form.getByLabel('Upload a video').setInputFiles(join(folder, 'IMG_2.mov'));
    await form.getByRole('progressbar', { name: 'Preparing IMG_2.mov' }).waitFor();
    const address = await form.getByLabel('Media URL').inputValue();
    await create.click();
    await page.getByText('It goes live by itself when its film is ready.').first().waitFor();
    await page.getByRole('button', { name: 'Edit An ocean of a film' }).click();
    await form.getByText(/goes live by itself\. The film is still being prepared\./).waitFor();
    await form.getByRole('button', { name: 'Cancel', exact: true }).click();

    // A live ocean keeps its film until another one is ready.
    await fill('A live ocean');
    await create.click();
    await page.getByRole('button', { name: 'Edit A live ocean' }).click();
    await form.getByRole('heading', { name: 'Edit ocean' }).waitFor();
    await form.getByLabel('Media type').selectOption('video');
    await form.getByLabel('Media URL').fill(address);
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => errors.allInnerTexts()).toEqual([expect.stringContaining('is live and cannot')]);
    await form.getByText('This is saved as soon as it is ready.').waitFor();
    await writeFile(join(folder, 'open'), '');
    await form.getByRole('heading', { name: 'Create New Ocean' }).waitFor();
    const live = async () => {
      const oceans = await (await page.request.get(`${site.url}/api/oceans`)).json();
      return oceans.map(({ isPublished, mediaUrl }: Record<string, unknown>) => [isPublished, mediaUrl]);
    };
    await expect.poll(live).toEqual([
      [true, address],
      [true, address],
    ]);
  },
);

test.skipIf(!programs)(
  'a draft that is published in the list waits for its film, and the open list shows when it is live',
  async () => {
    await rm(join(folder, 'open'), { force: true });
    await makeSample(its, folder, 'IMG_3.mov', ...picture('320x180', 30, 4), ...tone(4), '-c:v', 'mpeg4');
    const page = await editor();
    const form = page.locator('section[aria-labelledby=form-title]');
    await form.getByLabel('Title').fill('An ocean in the list');
    await form.getByLabel('Description').fill('Its film is being prepared.');
    await form.getByRole('button', { name: 'Use drawn cover' }).click();
    await form.getByLabel('Media type').selectOption('video');
    await form.getByLabel('Upload a video').setInputFiles(join(folder, 'IMG_3.mov'));
    await form.getByRole('progressbar', { name: 'Preparing IMG_3.mov' }).waitFor();
    await form.getByRole('button', { name: 'Create ocean' }).click();
    await page.getByRole('button', { name: 'Publish An ocean in the list' }).click();
    const later = '“An ocean in the list” goes live by itself when its film is ready.';
    await page.getByText(later).first().waitFor();
    const plan = async () => {
      const oceans: { id: number; title: string }[] = await (await page.request.get('/api/oceans')).json();
      const { id } = oceans.find(({ title }) => title === 'An ocean in the list') ?? { id: 0 };
      return (await (await page.request.get(`/api/schedule/ocean/${id}`)).json()).publishAt;
    };
    await expect.poll(plan).not.toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 ocean is as it was before.').first().waitFor();
    expect(await plan()).toBeNull();

    await page.getByLabel('Select An ocean in the list').check();
    await page
      .getByRole('group', { name: 'Selected items' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click();
    await page.getByText('It goes live by itself when its film or sound is ready.').first().waitFor();
    await writeFile(join(folder, 'open'), '');
    await page.getByRole('button', { name: 'Unpublish An ocean in the list' }).waitFor();
    expect(page.problems).toEqual([]);
  },
);
