import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSlowLine } from '../../support/lines/slow-line.ts';
import { type EngineSite, PHONE } from '../engine-site.ts';
import { phase } from '../lesson.ts';
import type { Reader } from '../reader.ts';
import { logIn } from './administration.ts';

/* An owner uploads films from a phone, in all engines. */

const MEDIA = join(import.meta.dirname, '../../../demo/media');
/** File names on the phone, and the demo files with their content. */
const FILES = {
  '01-finish-the-sentence.mp4': 'finish-the-sentence.mp4',
  '01-finish-the-sentence.vtt': 'finish-the-sentence.vtt',
  '01-finish-the-sentence.es.vtt': 'finish-the-sentence.es.vtt',
  '02-closing-time.mp4': 'closing-time.mp4',
  '02-closing-time.en.vtt': 'closing-time.vtt',
};
/** Speed of a weak mobile network, in bytes per second. */
const SLOW = 40_000;

export function ownerJourneys(engineSite: EngineSite): void {
  test('on a slow phone an owner imports films, picks a picture, publishes; a visitor watches', async () => {
    const line = await openSlowLine(engineSite.site().url);
    onTestFinished(() => line.close());
    const owner = await engineSite.newReader({ url: line.url, mayReport: /status of 503/ });
    await owner.resize({ ...PHONE, hasTouch: true });
    await logIn(owner);
    await owner.open('/admin/import');

    line.limit(SLOW);
    await choose(owner);
    await owner.read('5 files, matched by name.');
    await owner.read('Captions in English and Español found.');
    await owner.tap('button', 'Pause uploading all files');
    await owner.read('Paused at');
    await owner.tap('button', 'Go on uploading all files');
    line.limit(Number.POSITIVE_INFINITY);
    await owner.fill('Title', 'Words at the Door');
    await owner.fill('Description', 'Two pauses between one thing and the next.');
    await chooseFree(owner);
    await owner.read('5 of 5 files uploaded');
    // Each file was sent once, although all uploads were paused.
    const sent = (await get(owner, '/api/resumable-uploads')) as { name: string; received: number }[];
    const names = sent.filter(({ received }) => received > 0).map(({ name }) => name);
    expect(names.filter((name) => name in FILES).sort()).toEqual(Object.keys(FILES).sort());
    await owner.tap('button', 'Create draft wave');
    await owner.see('heading', 'Droplets in Words at the Door');

    await owner.tap('button', 'Edit Finish the Sentence');
    await owner.until('the form has the focus', () => document.activeElement?.matches('[name=title]'));
    await owner.tap('button', 'Choose a picture from the film');
    await readFilm(owner);
    await owner.tap('radio', 'Frame at 0:10');
    await owner.read('The picture at 0:10 is chosen.');
    await owner.tap('button', 'Save changes');
    await owner.read('“Finish the Sentence” has been updated successfully.');

    await owner.tap('link', 'Check Finish the Sentence');
    await owner.read('Before “Finish the Sentence” goes live');
    await owner.read('Nothing must be done.');
    await owner.tap('button', 'Publish');
    await owner.read('“Finish the Sentence” has been published successfully.');
    const waveId = await publishWave(owner);

    const visitor = await engineSite.newReader();
    await visitor.resize({ ...PHONE, hasTouch: true });
    await visitor.enter();
    await visitor.open(`/waves/${waveId}`);
    await visitor.doNotSee('link', /^Closing Time/);
    await visitor.tap('link', /^Finish the Sentence/);
    await visitor.tap('button', /^Play .+/);
    await phase(visitor, 'playing');
    const [lesson] = (await get(visitor, `/api/waves/${waveId}/droplets`)) as { furtherCaptions: object[] }[];
    expect(lesson).toMatchObject({ imageUrl: expect.stringMatching(/\.webp$/) });
    expect(lesson?.furtherCaptions).toMatchObject([{ language: 'es' }]);
  });
}

/** Fills the file field with the phone's files, as a browser's file chooser does. */
async function choose(reader: Reader): Promise<void> {
  const files: Record<string, string> = {};
  for (const [name, file] of Object.entries(FILES))
    files[name] = (await readFile(join(MEDIA, file))).toString('base64');
  await reader.tab.evaluate((contents) => {
    const fields = document.querySelectorAll<HTMLInputElement>('[data-part=drop-zone] input[type=file]');
    const field = fields[1];
    if (!field) throw new Error('The drop zone has no second file field.');
    const chosen = new DataTransfer();
    for (const [name, content] of Object.entries(contents)) {
      const bytes = Uint8Array.from(atob(String(content)), (letter) => letter.charCodeAt(0));
      chosen.items.add(new File([bytes], name));
    }
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }, files);
}

/** Waits until moments of the film are offered. Retries when the page reports that reading was too slow. */
const readFilm = (owner: Reader) =>
  owner.until('moments of the film are offered', () => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-part=poster] button')];
    buttons.find(({ textContent }) => textContent?.startsWith('Try again'))?.click();
    return buttons.some(({ textContent }) => textContent === 'Choose another moment');
  });

const get = (reader: Reader, path: string): Promise<unknown> =>
  reader.tab.evaluate(async (path) => (await fetch(path)).json(), path);

/** Makes the new wave free. Done by script, because drivers cannot operate the system's list of a select. */
const chooseFree = (reader: Reader) =>
  reader.tab.evaluate(() => {
    const field = [...document.querySelectorAll('select')].find(({ name }) => name === 'wave.access');
    if (!field) throw new Error('The form has no select list “wave.access”.');
    field.value = 'free';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });

/** Publishes the wave in the list of the owner's content page. Returns its id. */
async function publishWave(owner: Reader): Promise<string> {
  await owner.tap('link', /^Back to/);
  await owner.see('heading', 'Droplets in Words at the Door');
  const search = new URLSearchParams((await owner.address()).split('?')[1]);
  await owner.open(`/admin/content?tab=waves&ocean=${search.get('ocean')}`);
  await owner.tap('button', 'Publish Words at the Door');
  await owner.read('“Words at the Door” has been published successfully.');
  return search.get('wave') ?? '';
}
