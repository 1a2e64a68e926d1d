import { expect, test } from 'vitest';
import { csrfHeaders } from '../../support/csrf-headers.ts';
import { hold } from '../../support/hold.ts';
import { alive, idle, type WatchedPage } from '../../support/open-site.ts';
import { button } from '../../support/parts.ts';
import { PHONE } from '../../support/phone.ts';
import { setUpSite } from '../../support/set-up-site.ts';
import { ADMIN, administrator, expectToast, open } from '../content-page.ts';

/* Items that are published and unpublished at their times. */

const ZONE = 'America/New_York';

const site = setUpSite(ADMIN);

const change = async (page: WatchedPage, method: 'put' | 'post', path: string, data: object) => {
  const answer = await page.request[method](path, { data, headers: await csrfHeaders(page) });
  expect(answer.ok()).toBe(true);
  return answer.json();
};

/** Creates a draft. Returns its id. */
async function aDraft(page: WatchedPage, title: string): Promise<number> {
  const texts = { description: 'A draft that waits for its time.', imageUrl: '/covers/ocean/a.svg' };
  return (await change(page, 'post', '/api/oceans', { title, ...texts })).id;
}

/** Returns the Monday after next, in the format of a date field. */
function aMonday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 + ((8 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

test('a draft is scheduled for Monday at seven on a phone, in five presses from the dashboard', async () => {
  const page = await administrator(site, { ...PHONE, timezoneId: ZONE });
  const id = await aDraft(page, 'Monday Ocean');
  await open(page, '/admin');
  let presses = 0;
  const tap = async (press: () => Promise<void>) => {
    presses += 1;
    await press();
  };
  await tap(() => page.getByRole('link', { name: 'Calendar' }).tap());
  await tap(() => page.getByRole('link', { name: /^Monday Ocean/ }).tap());
  // The next morning at seven is the default: the day is changed, the time stays.
  const monday = aMonday();
  await tap(() => page.getByLabel('Day to go live').fill(monday));
  const words = page.getByRole('status').filter({ hasText: /^Monday, .* at 7:00 AM in New York\. In / });
  await words.waitFor();
  await tap(() => button(page, 'Save').tap());
  await expectToast(page, 'Saved', /^“Monday Ocean” goes live on Monday, .* at 7:00 AM in New York\.$/);
  expect(presses).toBeLessThanOrEqual(5);
  await page.getByRole('link', { name: 'Monday Ocean, ocean' }).waitFor();
  const { publishAt } = await (await page.request.get(`/api/schedule/ocean/${id}`)).json();
  const shown = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeStyle: 'short' }).format(
    new Date(publishAt),
  );
  expect(shown.replace('\u202f', ' ')).toBe('7:00 AM');
  expect(page.problems).toEqual([]);
});

test('a skipped hour is refused with its neighbors, and a repeated hour is explained', async () => {
  const page = await administrator(site, { timezoneId: ZONE });
  const id = await aDraft(page, 'Odd Hours');
  await open(page, `/admin/calendar?item=ocean-${id}`);
  await page.getByLabel('Day to go live').fill('2027-03-14');
  await page.getByLabel('Time to go live').fill('02:30');
  await page.getByText('This time does not exist.').waitFor();
  await page
    .getByText('On March 14 the clocks go from 2:00 to 3:00 AM. Choose 1:59 AM or 3:00 AM.')
    .waitFor();
  await button(page, 'Save').click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Time to go live',
  );
  await page.getByLabel('Day to go live').fill('2027-11-07');
  await page.getByLabel('Time to go live').fill('01:30');
  await page.getByText('1:30 happens twice. The first one is used.').waitFor();
  await button(page, 'Save').dblclick();
  await expectToast(
    page,
    'Saved',
    '“Odd Hours” goes live on Sunday, November 7, 2027, at 1:30 AM in New York.',
  );
  const { publishAt } = await (await page.request.get(`/api/schedule/ocean/${id}`)).json();
  expect(publishAt).toBe('2027-11-07T05:30:00.000Z');
  expect(page.problems).toEqual([]);
});

test('a time is set in the editor, whose form can be edited afterwards', async () => {
  const page = await administrator(site);
  const id = await aDraft(page, 'Soon Ocean');
  await open(page, `/admin/content?edit=${id}`);
  await button(page, 'Publish at a time').click();
  const dialog = page.getByRole('dialog', { name: 'Publish “Soon Ocean”' });
  const soon = new Date(Date.now() + 61_000 + 60_000).toISOString();
  await dialog.getByLabel('Day to go live').fill(soon.slice(0, 10));
  await dialog.getByLabel('Time to go live').fill(soon.slice(11, 16));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button(page, 'Publish at a time').click();
  expect(await dialog.getByLabel('Time to go live').inputValue()).toBe(soon.slice(11, 16));
  // Space on another choice would publish at once.
  expect(await page.evaluate(() => document.activeElement?.parentElement?.textContent)).toBe('At a time');
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByText(/^“Soon Ocean” goes live on /)
    .first()
    .waitFor();
  await button(page, 'Change the time').waitFor();
  // The form continues with the new version, so its own change is no conflict.
  await page.getByLabel('Description').fill('A description that came after the time.');
  await button(page, 'Save changes').click();
  await expect
    .poll(async () => (await (await page.request.get(`/api/oceans/${id}`)).json()).description)
    .toBe('A description that came after the time.');
  const { publishAt } = await (await page.request.get(`/api/schedule/ocean/${id}`)).json();
  expect(publishAt).toBe(`${soon.slice(0, 16)}:00.000Z`);
});

test('the button for the times, and the page below it, do not move when the script loads', async () => {
  const page = await administrator(site, { ...PHONE, timezoneId: 'UTC' });
  const id = await aDraft(page, 'Still Ocean');
  const planned = await aDraft(page, 'Planned Ocean');
  const { version } = await (await page.request.get(`/api/schedule/ocean/${planned}`)).json();
  await change(page, 'put', `/api/schedule/ocean/${planned}`, {
    expectedVersion: version,
    publish: { local: '2031-02-03T07:00', timeZone: 'UTC' },
    unpublish: null,
  });
  const runScripts = await hold(page, /\/assets\/.*\.js$/, 'GET');
  const below = button(page, 'Save changes');
  const top = () => below.evaluate((element: HTMLElement) => element.offsetTop);
  const tops: number[] = [];
  for (const [item, label] of [
    [id, 'Publish at a time'],
    [planned, 'Change the time'],
  ] as const) {
    await page.goto(`/admin/content?edit=${item}`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    );
    await page.evaluate(async () => void (await document.fonts.ready));
    await button(page, label).waitFor();
    tops.push(await top());
  }
  runScripts();
  await alive(page);
  await idle(page);
  expect(await top()).toBe(tops[1]);
  await page.goto(`/admin/content?edit=${id}`);
  await alive(page);
  await idle(page);
  expect(await top()).toBe(tops[0]);
});

test('an outdated page shows the plan of another person, and saves at a second press', async () => {
  const page = await administrator(site, { timezoneId: 'UTC' });
  const id = await aDraft(page, 'Two Owners');
  await open(page, `/admin/calendar?item=ocean-${id}`);
  await page.getByLabel('Day to go live').fill('2027-02-01');
  const { version } = await (await page.request.get(`/api/schedule/ocean/${id}`)).json();
  await change(page, 'put', `/api/schedule/ocean/${id}`, {
    expectedVersion: version,
    publish: { local: '2027-05-05T09:00', timeZone: 'UTC' },
    unpublish: null,
  });
  await button(page, 'Save').click();
  await page
    .getByRole('alert')
    .filter({ hasText: 'goes live on Wednesday, May 5, 2027, at 9:00 AM in UTC.' })
    .waitFor();
  expect(await page.getByLabel('Day to go live').inputValue()).toBe('2027-02-01');
  await button(page, 'Save').click();
  await expect
    .poll(async () => (await (await page.request.get(`/api/schedule/ocean/${id}`)).json()).publishAt)
    .toBe('2027-02-01T07:00:00.000Z');
});

test('the time zone is one setting of the site, changed in the calendar', async () => {
  const page = await administrator(site, { timezoneId: ZONE });
  await open(page, '/admin/calendar');
  await page.getByText('All times are in New York.').waitFor();
  await button(page, 'Change time zone').click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
  await button(page, 'Save').click();
  await page.getByText('All times are in Berlin.').waitFor();
  await page.reload();
  await alive(page);
  await page.getByText('All times are in Berlin.').waitFor();
  await idle(page);
  expect(page.problems).toEqual([]);
});

test('beside a draft whose title is one long word, its kind stays in one line', async () => {
  const page = await administrator(site, PHONE);
  const title = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';
  await aDraft(page, title);
  await open(page, '/admin/calendar');
  const kind = page.getByRole('link', { name: title }).getByText('ocean', { exact: true });
  expect(await kind.evaluate((words) => words.scrollHeight)).toBeLessThan(30);
});

test('drafts that cannot be loaded are not reported as none', async () => {
  const page = await administrator(site);
  await aDraft(page, 'Unread Ocean');
  await open(page, '/admin');
  const drafts = /\/api\/schedule\/drafts/;
  await page.route(drafts, (route) => route.abort());
  await page.getByRole('link', { name: 'Calendar' }).click();
  const panel = page.getByRole('region', { name: 'Drafts' });
  await panel.getByText('Network error').waitFor();
  expect(await panel.getByText('or there is none').count()).toBe(0);
  await page.unroute(drafts);
  await button(panel, 'Try Again').click();
  await panel.getByRole('link', { name: 'Unread Ocean' }).waitFor();
});
