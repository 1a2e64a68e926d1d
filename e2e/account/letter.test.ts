import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { idle, type WatchedPage } from '../support/open-site.ts';
import { button, heading } from '../support/parts.ts';
import { setUpSite } from '../support/set-up-site.ts';
import { newMember, newVisitor, openPage } from '../support/subscribers.ts';

/* The weekly letter: chosen on the account page, requested with an address only, and stopped by its links. */

const site = setUpSite();

/** Creates the token in the links of the newest letters. No letter is due while the test runs. */
function newestToken(): string {
  const database = openDatabase(site.dataDir);
  try {
    const key = database.prepare("select value from secrets where name = 'letter'").get();
    const letter = database.prepare('select max(id) as id from letters').get();
    const signature = createHmac('sha256', String(key?.value)).update(`letter:${letter?.id}`);
    return `${letter?.id}.${signature.digest('base64url')}`;
  } finally {
    database.close();
  }
}

/** Opens a link in a new browser context, without a session. */
async function openElsewhere(address: string): Promise<WatchedPage> {
  const page = await site.newPage({ timezoneId: 'Asia/Tokyo' });
  await page.goto(address);
  await idle(page);
  return page;
}

test('a visitor requests the letter, confirms it by mail, and stops and starts it by links', async () => {
  const page = await newVisitor(site, { timezoneId: 'Europe/Berlin' });
  await openPage(page, '/letter');
  await expect.poll(() => page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
  await page.getByLabel('Email address').fill('maren@example.org');
  await page.getByLabel('Day').selectOption('Friday');
  await page.getByLabel('Hour').selectOption('6:00 PM');
  await button(page, 'Send me one lesson a week').click();
  await page.getByText('We have sent a mail to maren@example.org.').waitFor();
  // The pressed button is gone, both here and after Back to form.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Check Your Email');
  // Back to form, as after a mistyped address, leads to the choices.
  await button(page, 'Back to form').click();
  expect(await page.getByLabel('Email address').inputValue()).toBe('maren@example.org');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
  expect(await page.getByLabel('Day').inputValue()).toBe('5');
  expect(await page.getByLabel('Hour').inputValue()).toBe('18');

  const { text } = await site.mailTo('maren@example.org');
  const phone = await openElsewhere(/http\S+/.exec(text)?.[0] ?? '');
  await button(phone, 'Confirm the letter').click();
  await heading(phone, 'The letters begin').waitFor();
  const next = await phone.getByText(/^Next letter: /).innerText();
  expect(next).toMatch(/^Next letter: Friday, .* at 6:00.PM\.$/);
  // The pressed button is gone. The focus is on the result.
  expect(await phone.evaluate(() => document.activeElement?.textContent)).toBe('The letters begin');

  const token = newestToken();
  const stop = await openElsewhere(`/api/letter/one-click?token=${token}`);
  expect(new URL(stop.url()).pathname).toBe('/letter/link');
  await button(stop, 'Stop the letters').dblclick();
  await heading(stop, 'The letters have stopped').waitFor();
  await button(stop, 'Start again').click();
  await heading(stop, 'One lesson a week').waitFor();
  const pause = await openElsewhere(`/letter/link#token=${token}&do=pause`);
  await button(pause, 'Pause 4 weeks').click();
  await heading(pause, 'The letters are paused').waitFor();
  const monthly = await openElsewhere(`/letter/link#token=${token}&do=monthly`);
  await button(monthly, 'Monthly instead').click();
  await heading(monthly, 'One letter a month').waitFor();
  for (const opened of [page, phone, stop, pause, monthly]) expect(opened.problems).toEqual([]);

  const broken = await openElsewhere('/letter/link#token=made-up&do=stop');
  await button(broken, 'Stop the letters').click();
  await heading(broken, 'This link no longer works').waitFor();
  // The pressed button is gone.
  expect(await broken.evaluate(() => document.activeElement?.textContent)).toBe('This link no longer works');
});

test('a member turns the letter on by keyboard, and it starts once the address is confirmed', async () => {
  const page = await newMember(site, 'keen', { timezoneId: 'America/New_York' });
  await openPage(page, '/account');
  const welcome = await site.mailTo('keen@example.org');
  const section = page.getByRole('region', { name: 'Weekly letter' });
  const askedForMail: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/user/email'))
      askedForMail.push(request.url());
  });
  const on = section.getByRole('checkbox', { name: 'Send me one lesson a week' });
  await on.focus();
  await page.keyboard.press('Space');
  await section.getByText('Not confirmed').waitFor();
  await expect.poll(() => section.getByLabel('Time zone').inputValue()).toBe('America/New_York');
  await expect.poll(() => askedForMail.length).toBe(1);
  // The second choice is made while the first is being saved.
  let go = () => {};
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/letter', async (route) => {
    await waits;
    await route.continue();
  });
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/letter') && response.request().postDataJSON()?.hour === 8,
  );
  await section.getByRole('radio', { name: 'Weekly' }).focus();
  await page.keyboard.press('ArrowRight');
  await section.getByLabel('Hour').selectOption('8:00 AM');
  go();
  // The browser still sends a pending call of a page that is left.
  await saved;
  await expect.poll(() => section.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(true);

  // The letter sent one mail, whose link ends the first one's. Choosing an hour sends no other.
  const mail = () => site.mailTo('keen@example.org');
  await expect.poll(async () => (await mail()).text).not.toBe(welcome.text);
  const { text } = await mail();
  await page.goto(/http\S+/.exec(text)?.[0] ?? '');
  await idle(page);
  await button(page, 'Confirm email').click();
  await section.getByText(/^Next letter: Monday, .* at 8:00.AM, to keen@example\.org\.$/).waitFor();
  expect(await section.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(true);
  expect(askedForMail).toHaveLength(1);
  expect(page.problems).toEqual([]);
});
