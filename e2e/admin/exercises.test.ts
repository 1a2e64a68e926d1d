import type { FrameLocator } from 'playwright-core';
import { expect, test } from 'vitest';
import { entered } from '../support/entered.ts';
import { button } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { ADMIN, administrator, field, open } from './content-page.ts';

/* Exercises: one HTML file, tried in the administration under the conditions of learners. */

const site = setUpSite(ADMIN);

/** Reports what it can reach: the page around it, the network, storage. */
const EXERCISE = `<!doctype html><meta charset="utf-8"><title>Probe</title>
<button onclick="this.textContent='Breathed'">Breathe</button><ul></ul>
<script>
  const say = (text) => document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + text + '</li>');
  const attempt = async (what, work) => {
    try { await work(); say(what + ' is open'); } catch { say(what + ' is closed'); }
  };
  addEventListener('load', async () => {
    await attempt('The page', () => parent.document.title);
    await attempt('The storage', () => localStorage.length);
    await attempt('The site', () => fetch('/api/user'));
    await attempt('The network', () => fetch('https://example.org/'));
    await attempt('The cookie', () => { if (document.cookie === '') throw 0; });
    await attempt('The picture', () => new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = resolve;
      image.onerror = reject;
      image.src = '/logo.svg';
    }));
    say('Done');
  });
</script>`;
const CLOSED = ['page', 'storage', 'site', 'network', 'cookie', 'picture'];

async function expectSealed(frame: FrameLocator): Promise<void> {
  await frame.getByText('Done').waitFor();
  expect(await frame.getByRole('listitem').allInnerTexts()).toEqual([
    ...CLOSED.map((what) => `The ${what} is closed`),
    'Done',
  ]);
  await frame.getByRole('button').click();
  expect(await frame.getByRole('button').innerText()).toBe('Breathed');
}

test('an exercise is chosen as a file, tried, saved and done by a visitor, always sandboxed', async () => {
  const page = await administrator(site);
  await open(page, '/admin/content?tab=droplets');
  await field(page, 'Title').fill('A Probe');
  await field(page, 'Description').fill('It tells what it can reach.');
  await field(page, 'Media type').selectOption('interactive');
  await field(page, 'Access').selectOption('free');
  await button(page, 'Write it here').click();
  await page.getByText('Save this droplet, then write its exercise.').waitFor();
  await button(page, 'Create droplet').click();
  await page.waitForURL(/\/admin\/droplets\/\d+\/writing$/);
  const id = /droplets\/(\d+)/.exec(page.url())?.[1];

  const html = page.getByLabel('HTML of the exercise');
  const chooser = page.getByLabel('Choose an HTML file');
  await chooser.setInputFiles({
    name: 'a.html',
    mimeType: 'text/html',
    buffer: Buffer.from([0xff, 0xfe, 0]),
  });
  await page.getByText('This file is not UTF-8 text. Choose an HTML file that is saved as UTF-8.').waitFor();
  expect(await html.inputValue()).toBe('');
  await chooser.setInputFiles({ name: 'a.html', mimeType: 'text/html', buffer: Buffer.from(EXERCISE) });
  await expect.poll(() => html.inputValue()).toBe(EXERCISE);

  await button(page, 'Try it').click();
  await expectSealed(page.frameLocator('iframe'));
  // The trial has changed nothing for learners.
  const { mediaUrl } = await (await page.request.get(`/api/droplets/${id}`)).json();
  expect(await (await page.request.get(mediaUrl)).text()).toBe('');
  await html.press('End');
  await html.pressSequentially(' ');
  await page.getByText('This run is older than what is written.').waitFor();
  await html.press('Backspace');
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Check', exact: true }).click();
  await button(page, 'Publish').click();
  await page.getByText('This droplet is published.').waitFor();

  const reader = await entered(site);
  await reader.goto(`/droplets/${id}`);
  expect(await reader.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts');
  await expectSealed(reader.frameLocator('iframe'));
});
