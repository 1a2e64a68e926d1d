import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ADMIN } from '../../support/phone.ts';
import type { EngineSite } from '../engine-site.ts';
import type { Reader } from '../reader.ts';

export function administrationJourneys(engineSite: EngineSite): void {
  test('an administrator logs in; creates, edits, publishes and deletes an ocean', async () => {
    const reader = await engineSite.newReader();
    await logIn(reader);
    await reader.fill('Title', 'Tide Pools');
    await reader.fill('Description', 'What the water leaves behind for an hour.');
    await reader.press('button', /drawn cover$/);
    await reader.press('button', 'Create ocean');
    await reader.read('“Tide Pools” has been created successfully.');

    await reader.press('button', 'Edit Tide Pools');
    await reader.fill('Title', 'Rock Pools');
    await reader.press('button', 'Save changes');
    await reader.read('“Rock Pools” has been updated successfully.');
    await reader.press('button', 'Publish Rock Pools');
    await reader.read('“Rock Pools” has been published successfully.');
    const titles = async () =>
      (await (await fetch(`${engineSite.site().url}/api/oceans`)).json()).map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles()).toContain('Rock Pools');

    await reader.press('button', 'Delete Rock Pools');
    await reader.read('Are you sure you want to delete this ocean? This action cannot be undone.');
    await reader.key('Escape');
    await reader.press('button', 'Delete Rock Pools');
    await reader.press('button', 'Delete');
    await reader.readAndKeep('“Rock Pools” has been deleted successfully.');
    expect(await titles()).not.toContain('Rock Pools');
    await reader.press('button', 'Undo');
    await reader.read('“Rock Pools” has been restored successfully.');
    expect(await titles()).toContain('Rock Pools');
    await reader.press('button', 'Delete Rock Pools');
    await reader.press('button', 'Delete');
    await reader.read('“Rock Pools” has been deleted successfully.');
  });

  // The other engines show “mm/dd/yyyy”.
  test.runIf(engineSite.engine === 'webkit')('a date field without a date shows none', async () => {
    const reader = await engineSite.newReader();
    await logIn(reader);
    expect(await inkOfDay(reader, '/admin/history?from=2026-11-01')).toBeGreaterThan(1);
    expect(await inkOfDay(reader, '/admin/history')).toBeLessThan(1);
    expect(await inkOfDay(reader, '/admin/analytics?span=days')).toBeLessThan(1);
  });

  test('a moment of an uploaded film becomes the picture of an ocean', async () => {
    // On a busy machine the typing pauses, and an incomplete address is previewed.
    const reader = await engineSite.newReader({ mayReport: /status of 404/ });
    await logIn(reader);
    const film = await reader.tab.evaluate(uploadFilm);
    await reader.tab.evaluate(() => {
      const field = document.querySelector<HTMLSelectElement>('select[name=mediaType]');
      if (!field) throw new Error('The form has no select list “Media type”.');
      field.value = 'video';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await reader.fill(/^Media URL/, film);
    await reader.press('button', 'Choose a picture from the film');
    await reader.press('button', 'Choose another moment');
    await reader.press('button', 'Use this moment');
    await reader.read('The picture at 0:00 is chosen.');
    const picture = await reader.tab.evaluate(async () => {
      const field = [...document.querySelectorAll('input')].find(({ name }) => name === 'imageUrl');
      const image = new Image();
      image.src = field?.value ?? '';
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [8, 8];
      const context = canvas.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0, 8, 8);
      const colors = context.getImageData(0, 0, 8, 8).data.filter((_, at) => at % 4 !== 3);
      return { width: image.naturalWidth, brightest: Math.max(...colors) };
    });
    // A browser that draws before the film has loaded makes a black picture.
    expect(picture.width).toBeGreaterThan(300);
    expect(picture.brightest).toBeGreaterThan(20);
  });
}

/** Logs in through the form, and waits for the content page. */
export async function logIn(reader: Reader): Promise<void> {
  await reader.open('/auth?returnTo=/admin/content');
  await reader.fill('Username', ADMIN.username);
  await reader.fill('Password', ADMIN.password);
  await reader.press('button', 'Login');
  await reader.see('heading', 'Create New Ocean');
}

/** Uploads a film of the demo as the owner. Runs in the page. Returns its address. */
async function uploadFilm(): Promise<string> {
  const { csrfToken } = await (await fetch('/api/csrf-token')).json();
  const droplets: { mediaUrl: string | null }[] = await (await fetch('/api/waves/1/droplets')).json();
  const address = droplets.map(({ mediaUrl }) => mediaUrl).find((url) => /^\/.*\.mp4$/.test(url ?? ''));
  const form = new FormData();
  form.append('file', await (await fetch(address ?? '')).blob(), 'film.mp4');
  const headers = { 'csrf-token': csrfToken };
  const answer = await fetch('/api/uploads?kind=video', { method: 'POST', headers, body: form });
  return (await answer.json()).url;
}

/** Measures the drawn pixels in a page's first date field. A blank field has almost none. */
async function inkOfDay(reader: Reader, path: string): Promise<number> {
  await reader.open(path);
  await reader.rest();
  const inside = await reader.tab.evaluate(() => {
    const field = document.querySelector('input[type=date]')?.getBoundingClientRect();
    if (!field) throw new Error('The page has no date field.');
    const [left, top] = [Math.round(field.left) + 5, Math.round(field.top) + 5];
    return { left, top, width: Math.round(field.width) - 10, height: Math.round(field.height) - 10 };
  });
  const field = await sharp(await reader.tab.picture())
    .extract(inside)
    .toBuffer();
  const { channels } = await sharp(field).stats();
  return Math.max(...channels.map(({ stdev }) => stdev));
}
