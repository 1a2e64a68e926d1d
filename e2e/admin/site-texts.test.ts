import { expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { LEARNER_PAGES } from '../support/learner-pages.ts';
import { alive } from '../support/open-site.ts';
import { button } from '../support/parts.ts';
import { expectToast } from './content-page.ts';
import { creating, editing, send, settingsOf, siteWithOneSetting } from './settings-page.ts';

/* The site's own texts as settings, and its name on every page. */

const { visitor, admin, open } = siteWithOneSetting();

test('a text is edited from its default, shown on its page without HTML, and reset', async () => {
  const page = await open('/admin/settings?tab=content');
  await button(page, 'Set about.founder').click();
  const value = creating(page).getByLabel('Value');
  expect(await value.inputValue()).toMatch(/^## The founder\n\n\{title\} was started by one person/);
  const text = '## The founder\n\n{title} is run by **Ada**. <b>Hi</b> See [the terms](/terms-privacy).';
  await value.fill(`${text} {name}`);
  await button(page, 'Create').click();
  await creating(page)
    .getByText('“{name}” is not known. Use {title}, {email}, {price} or {period}.')
    .waitFor();
  await value.fill(text);
  await creating(page).getByText('Preview').click();
  await creating(page).getByRole('heading', { name: 'The founder' }).waitFor();
  await button(page, 'Create').click();
  await expectToast(page, 'Setting created', /.*/);

  const reader = await visitor();
  await reader.goto('/about');
  await reader.getByText('Harbour is run by Ada. <b>Hi</b> See the terms.').waitFor();
  expect(await reader.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Mission',
    'The Ocean-Wave-Droplet method',
    'The founder',
    'What we value',
  ]);
  await alive(reader);
  await reader.getByRole('link', { name: 'the terms' }).click();
  await reader.getByRole('heading', { name: 'Terms of Service' }).waitFor();
  // Only its own page contains the text.
  expect(await (await reader.request.get('/contact')).text()).not.toContain('run by');
  expect(reader.problems).toEqual([]);

  await button(page, 'Edit about.founder').click();
  await editing(page).getByRole('button', { name: 'Reset to default' }).click();
  await button(page, 'Delete').click();
  await expectToast(page, 'Setting deleted', /.*/);
  expect(await editing(page).count()).toBe(0);
  await reader.goto('/about');
  await reader.getByText('Harbour was started by one person').waitFor();
  expect(page.problems).toEqual([]);
});

test('the introductions of Home and Oceans are settings', async () => {
  const page = await admin();
  for (const [key, value] of [
    ['home.intro', 'One minute is enough.'],
    ['oceans.intro', 'Choose a 20-minute wave.'],
  ])
    expect(await send(page, 'POST', '/api/settings', { key, value, category: 'content' })).toBe(201);
  await page.goto('/');
  await page.getByText('One minute is enough.').waitFor();
  await page.goto('/app');
  await page.getByText('Choose a 20-minute wave.').waitFor();
});

test('a renamed site has its name on every page, and the former name on none', async () => {
  const page = await visitor();
  await page.goto('/');
  const names = () =>
    page.evaluate(() => {
      const siteName = document.querySelector('meta[property="og:site_name"]')?.getAttribute('content');
      return [document.title, document.body.innerText, siteName].join('\n');
    });
  // The names of cookies stay unchanged.
  const formerName =
    /.{0,40}stillwater(?!\.example|_(session|visitor|entered|checkout|player|device|logout|comfort)).{0,9}/gi;
  const former = async () => (await names()).match(formerName) ?? [];
  expect(await former()).toEqual([]);
  await markEntered(page, new URL(page.url()).origin);
  for (const path of LEARNER_PAGES) {
    await page.goto(path);
    expect(await former(), path).toEqual([]);
    expect(await names(), path).toContain('Harbour');
  }
});

test('a logo is uploaded and shown to readers; an SVG file, which may run scripts, is refused', async () => {
  const page = await open('/admin/settings?tab=branding');
  await button(page, 'Set site.logo').click();
  const chooser = creating(page).getByLabel('Upload a logo');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg });
  await creating(page)
    .getByText(/it is an SVG drawing/)
    .waitFor();
  const buffer = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await creating(page).getByAltText('Preview of the logo').waitFor();
  expect(await creating(page).getByLabel('Value').inputValue()).toMatch(/^\/media\/u\/[0-9a-f]+-1\.webp$/);
  await button(page, 'Create').click();
  await expectToast(page, 'Setting created', /.*/);
  const reader = await visitor();
  await reader.goto('/');
  const logo = reader.getByRole('banner').getByRole('img', { name: 'Harbour' });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

test('the dashboard warns about placeholder addresses until they are changed', async () => {
  const page = await open('/admin');
  const notice = page.getByRole('region', { name: 'An address is still a placeholder' });
  await notice.getByText('hello@stillwater.example').waitFor();
  await notice.getByRole('link', { name: /^Edit text.*Contact, address$/ }).click();
  const field = page.getByLabel('Address', { exact: true });
  await field.fill('us@quay.org');
  await field.press('Control+s');
  await page.locator('[data-part=toast]').getByText('Text saved').waitFor();
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Site Settings' }).waitFor();
  expect(await notice.count()).toBe(0);
});

test('a text of a page is in the public list of settings', async () => {
  const page = await admin();
  const text = { key: 'terms.text', value: 'Be kind.', category: 'content' };
  expect(await send(page, 'POST', '/api/settings', text)).toBe(201);
  expect((await settingsOf(page)).map(({ key }) => key)).toEqual(['site.title', 'terms.text']);
});
