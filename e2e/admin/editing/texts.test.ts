import type { FrameLocator, Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { hold } from '../../support/hold.ts';
import { alive, idle, type WatchedPage } from '../../support/open-site.ts';
import { button, textField } from '../../support/parts.ts';
import { PHONE } from '../../support/phone.ts';
import { expectToast } from '../content-page.ts';
import { send, settingsOf, siteWithOneSetting } from '../settings-page.ts';

/* The owner's texts and mails with their previews. */

const { visitor, admin, open } = siteWithOneSetting();

const TEXTS = '/admin/texts';
const preview = (page: WatchedPage): FrameLocator => page.frameLocator('iframe[name=text-preview]');
const stored = async (page: WatchedPage) =>
  Object.fromEntries((await settingsOf(page)).map(({ key, value }) => [key, value]));
const SUBJECT = 'mail.confirm-email.subject';
const added = async (page: WatchedPage) =>
  (await page.locator('[data-part=comparison] section ins').allInnerTexts()).join(' ');

test('on a phone, the welcome mail is changed and reset in six presses from the dashboard', async () => {
  const page = await open('/admin', PHONE);
  let presses = 0;
  const tap = async (target: ReturnType<typeof button>) => {
    await target.tap();
    presses += 1;
  };
  await tap(page.getByRole('link', { name: 'Texts and mails' }));
  // Two presses: one opens the list, one chooses an entry.
  await page.getByLabel('Text', { exact: true }).first().selectOption('mail-confirm-email');
  presses += 2;
  // A button that is a pill while disabled starts at the left edge of the fields.
  const left = async (part: Locator) => (await part.boundingBox())?.x;
  expect(await left(button(page, 'Reset to default'))).toBe(await left(textField(page, 'Subject')));
  await tap(textField(page, 'Subject'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Welcome to {site}');
  await tap(button(page, 'Save'));
  await expectToast(page, 'Text saved', '“Welcome” is on the site now.', ['Undo']);
  expect((await stored(page))[SUBJECT]).toBe('Welcome to {site}');
  await tap(button(page, 'Reset to default'));
  await expectToast(page, 'Reset to default', '“Welcome” is on the site now.', ['Undo']);
  expect((await stored(page))[SUBJECT]).toBeUndefined();
  expect(await textField(page, 'Subject').inputValue()).toBe('Confirm your email for {site}');
  expect(presses).toBe(6);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(page.problems).toEqual([]);
});

test('a text is chosen, changed, saved with Ctrl+S and reset by keyboard, and the reset undone', async () => {
  const page = await open(TEXTS);
  await page.getByRole('link', { name: 'Sign-in link' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Mail: Sign-in link' }).waitFor();
  await textField(page, 'Subject').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Come in');
  await page.keyboard.press('ControlOrMeta+s');
  await expectToast(page, 'Text saved', /Sign-in link/, ['Undo']);
  await button(page, 'Reset to default').focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Reset to default', /.*/, ['Undo']);
  expect(await textField(page, 'Subject').inputValue()).toBe('Sign in to {site}');
  await page.keyboard.press('F8');
  await button(page, 'Undo').focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Taken back', /.*/, ['Undo']);
  expect(await textField(page, 'Subject').inputValue()).toBe('Come in');
  expect((await stored(page))['mail.sign-in.subject']).toBe('Come in');
  // The list marks the text as changed.
  await page.getByRole('link', { name: 'Sign-in link changed' }).waitFor();
});

test.each([
  ['the save before it', /\/api\/texts$/, 'PUT'],
  ['what was read anew after it', /\/api\/settings$/, 'GET'],
])('Ctrl+S saves, and typed text stays, while %s is pending', async (_, address, method) => {
  const page = await open(`${TEXTS}?text=home`);
  const now = async () => (await stored(page))['home.intro'];
  const release = await hold(page, address, method);
  const sent = page.waitForRequest((request) => address.test(request.url()) && request.method() === method);
  await textField(page, 'Introduction').fill('Calm words.');
  await page.keyboard.press('ControlOrMeta+s');
  await sent;
  await textField(page, 'Introduction').fill('Calm and few words.');
  await page.keyboard.press('ControlOrMeta+s');
  if (method === 'PUT') release();
  await expect.poll(now).toBe('Calm and few words.');
  release();
  await button(page, 'Save').and(page.locator('[aria-disabled]')).waitFor();
  expect(await textField(page, 'Introduction').inputValue()).toBe('Calm and few words.');
});

test('an unknown word is named with a suggestion and disables Save; {link} is required', async () => {
  const page = await open(`${TEXTS}?text=mail-sign-in`);
  const text = textField(page, 'Text');
  await text.fill('Come in: {lnk}');
  await page.getByText('“{lnk}” is not known. Did you mean {link}?').waitFor();
  expect(await button(page, 'Save').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('ControlOrMeta+s');
  await text.fill('Come in');
  await page.locator('[data-part=error]').getByText('{link} has to stay, or nobody can sign in').waitFor();
  await text.press('End');
  await page.getByRole('button', { name: /^\{link\}/ }).click();
  expect(await text.inputValue()).toBe('Come in{link}');
  expect(await stored(page)).toEqual({ 'site.title': 'Harbour' });
  await page.locator('[data-part=error]').waitFor({ state: 'detached' });
  await button(page, 'Save').click();
  await expectToast(page, 'Text saved', /.*/, ['Undo']);
});

test('the preview of a mail shows the typed text in both parts, and runs no code', async () => {
  const page = await open(`${TEXTS}?text=mail-sign-in`);
  await textField(page, 'Text').fill('Dear **reader** <b>you</b>\n\n{link}\n\n{code}');
  await preview(page).getByText('Dear reader <b>you</b>').waitFor();
  await preview(page).getByRole('link', { name: 'Sign in' }).waitFor();
  await textField(page, 'Subject').fill('For {site}');
  await page.getByText('Subject For Harbour').waitFor();
  await button(page, 'Plain text').click();
  await preview(page).getByText('Dear reader <b>you</b>').waitFor();
  await preview(page).getByText('/sign-in#token=').waitFor();
  const before = await page.evaluate(() => history.length);
  await textField(page, 'Text').fill('Another {link}');
  await preview(page).getByText('Another http').waitFor();
  // Back leads to the previous screen, not through previews.
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(page.problems).toEqual([]);
});

test.each([
  ['landing', 'Headline', 'A minute of calm', '/'],
  ['landing-levels', 'Droplets', 'Small and calm', '/'],
  ['about', 'First line', 'We are few', '/about'],
  ['contact', 'First line', 'Write to us any time', '/contact'],
  ['every-page', 'Line at the foot', 'Be still for a while', '/about'],
])(
  'the real page of %s is previewed with “%s”, and shows it after saving',
  async (group, label, text, path) => {
    const page = await open(`${TEXTS}?text=${group}`);
    await textField(page, label).fill(text);
    await preview(page).locator('main, footer').getByText(text).first().waitFor();
    const reader = await visitor();
    await reader.goto(path);
    expect(await reader.getByText(text).count()).toBe(0);
    await button(page, 'Save').click();
    await expectToast(page, 'Text saved', /.*/, ['Undo']);
    await reader.goto(path);
    await reader.getByText(text).first().waitFor();
    await alive(reader);
    expect([...page.problems, ...reader.problems]).toEqual([]);
  },
);

test('the preview has the page’s own style sheet and fonts', async () => {
  const page = await open(`${TEXTS}?text=landing`);
  const heading = preview(page).getByRole('heading', { level: 1 });
  await heading.waitFor();
  await expect
    .poll(() => heading.evaluate((element) => getComputedStyle(element).fontFamily))
    .toMatch(/Literata/);
  expect(await heading.evaluate(() => document.fonts.check('20px "Literata Variable"'))).toBe(true);
});

test('when two administrators edit a text, the second gets a conflict and chooses a version', async () => {
  const page = await open(`${TEXTS}?text=home`);
  const [mine, theirs] = ['My words.', 'Their words.'];
  await textField(page, 'Introduction').fill(mine);
  const other = await admin();
  const changes = [{ key: 'home.intro', value: theirs, expected: null }];
  expect(await send(other, 'PUT', '/api/texts', { changes })).toBe(200);
  await button(page, 'Save').click();
  await page.getByRole('alert').getByText('Someone else changed this text.').waitFor();
  await button(page, 'Show theirs').click();
  await expect.poll(() => textField(page, 'Introduction').inputValue()).toBe(theirs);
  // The own text is not lost.
  await button(page, 'Bring back').click();
  await button(page, 'Save').click();
  await expectToast(page, 'Text saved', /.*/, ['Undo']);
  expect((await stored(page))['home.intro']).toBe(mine);
});

test('when two administrators edit a text, the second replaces only their changed fields', async () => {
  const page = await open(`${TEXTS}?text=landing`);
  await textField(page, 'Headline').fill('My headline');
  const other = await admin();
  const changes = [
    { key: 'hero.title', value: 'Their headline', expected: null },
    { key: 'hero.subtitle', value: 'Their line', expected: null },
  ];
  expect(await send(other, 'PUT', '/api/texts', { changes })).toBe(200);
  await button(page, 'Save').click();
  await page.getByRole('alert').getByText('Someone else changed this text.').waitFor();
  await button(page, 'Save mine').click();
  await expectToast(page, 'Text saved', /.*/, ['Undo']);
  expect(await stored(page)).toMatchObject({ 'hero.title': 'My headline', 'hero.subtitle': 'Their line' });
  await expect.poll(() => textField(page, 'Intro line').inputValue()).toBe('Their line');
});

test('a test mail with the unsaved text is sent to the administrator', async () => {
  const page = await open(`${TEXTS}?text=mail-sign-in`);
  await button(page, 'Send me a test').click();
  await expectToast(page, 'Failed to send the test', /Add one on your account page/);
});

test('an earlier text is restored from its history; the undo can be undone, too', async () => {
  const page = await open(`${TEXTS}?text=home`);
  const now = async () => (await stored(page))['home.intro'];
  for (const text of ['Calm words.', 'Calm and few words.']) {
    await textField(page, 'Introduction').fill(text);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(now).toBe(text);
  }
  await page.getByText(/^Changed by you, /).waitFor();
  await page.getByRole('link', { name: /^History of Introduction/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome: Home, introduction' }).waitFor();
  await expect.poll(() => added(page)).toMatch(/and.*few/s);
  await page
    .getByRole('navigation', { name: 'Versions' })
    .getByText(/^You, /)
    .first()
    .waitFor();
  await button(page, 'Restore value').click();
  await expectToast(page, 'Version restored', /^“Welcome: Home, introduction” has a new version/, ['Undo']);
  expect(await now()).toBe('Calm words.');
  await button(page, 'Undo').click();
  await expectToast(page, 'Change undone', /.*/, ['Undo']);
  expect(await now()).toBe('Calm and few words.');
  await button(page, 'Undo').click();
  await expect.poll(now).toBe('Calm words.');
  await page.getByRole('link', { name: 'Edit text' }).click();
  await expect.poll(() => textField(page, 'Introduction').inputValue()).toBe('Calm words.');
  expect(page.problems).toEqual([]);
});

test('a reopened history starts before the latest change', async () => {
  const page = await open(`${TEXTS}?text=home`);
  const saveAndLook = async (text: string) => {
    await textField(page, 'Introduction').fill(text);
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(async () => (await stored(page))['home.intro']).toBe(text);
    await page.getByRole('link', { name: /^History of Introduction/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome: Home, introduction' }).waitFor();
  };
  await saveAndLook('Calm words.');
  await expect.poll(() => added(page)).toMatch(/Calm.*words/s);
  await page.getByRole('link', { name: 'Edit text' }).click();
  const release = await hold(page, /\/api\/history\/setting\/home\.intro$/, 'GET');
  await saveAndLook('Calm and few words.');
  release();
  await expect.poll(() => added(page)).toMatch(/^(?!.*Calm).*few/s);
});

test('the default is a version: its text can be compared, and restoring it is a reset', async () => {
  const page = await open(`${TEXTS}?text=oceans`);
  const before = await textField(page, 'Introduction').inputValue();
  await textField(page, 'Introduction').fill(`${before} Begin anywhere.`);
  await button(page, 'Save').click();
  await expectToast(page, 'Text saved', /.*/, ['Undo']);
  await page.getByRole('link', { name: 'History of Introduction' }).click();
  const comparison = page.locator('[data-part=comparison]');
  await page.getByRole('link', { name: /^Before all changes/ }).click();
  await comparison.getByText('This version is the default.').waitFor();
  await expect.poll(() => added(page)).toMatch(/Begin.*anywhere/s);
  await button(page, 'Restore value').click();
  await expectToast(page, 'Version restored', /.*/, ['Undo']);
  expect((await stored(page))['oceans.intro']).toBeUndefined();
});

test('a saved text is fetched once, and its page in the browser’s history shows it', async () => {
  const page = await open(`${TEXTS}?text=about`);
  const about = page.getByRole('contentinfo').getByRole('link', { name: 'About' });
  await about.click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.goBack();
  await textField(page, 'First line').waitFor();
  await idle(page);
  let fetches = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/settings')) fetches += 1;
  });
  await textField(page, 'First line').fill('Sit down for a minute.');
  await button(page, 'Save').click();
  await expectToast(page, 'Text saved', /./, ['Undo']);
  await expect.poll(() => fetches).toBe(1);
  await about.click();
  await page.getByText('Sit down for a minute.').waitFor();
  expect(fetches).toBe(2);
});
