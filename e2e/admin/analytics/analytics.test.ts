import { expect, test } from 'vitest';
import { openDatabase } from '#test/site-process.ts';
import { alive, idle, type WatchedPage } from '../../support/open-site.ts';
import { PHONE } from '../../support/phone.ts';
import { demoSite } from '../../support/set-up-site.ts';
import { newMember, newVisitor } from '../../support/subscribers.ts';
import { playMostTo } from '../../viewer/player-parts.ts';
import { ADMIN, administrator, open } from '../content-page.ts';

/* Counts of use without persons, and the owner's page that shows them. */

const FILM = 'finish-the-sentence';
const WAVE = 'one-thing-at-a-time';

const site = demoSite(ADMIN);

/** Reads the stored counts: `event of item: n`. */
function counts(): string[] {
  const database = openDatabase(site.dataDir);
  const items = database.prepare('select event, item_type, item_id, n from usage_counts').all();
  const searches = database.prepare('select words, n from search_counts').all();
  const hosts = database.prepare("select host, n from referrer_counts where host <> ''").all();
  database.close();
  return [
    ...items.map(
      (row) => `${row.event} ${row.item_type} ${row.item_id === site.ids[FILM] ? FILM : '?'} ${row.n}`,
    ),
    ...searches.map(({ words, n }) => `search ${words} ${n}`),
    ...hosts.map(({ host, n }) => `from ${host} ${n}`),
  ].sort();
}

/** Leaves the page, which then sends its counts. */
const leave = (page: WatchedPage) => page.goto('/contact');

/** Opens the film and plays it from a share of its length. */
async function playAt(page: WatchedPage, share: number): Promise<void> {
  await page.goto(`/waves/${site.ids[WAVE]}?droplet=${site.ids[FILM]}`);
  await page
    .locator('dialog:modal')
    .getByRole('button', { name: /^Play / })
    .click();
  const film = page.locator('[data-part=player] video');
  const time = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(time).toBeGreaterThan(0);
  await playMostTo(film, share);
}

/** Makes a visit and waits for its counts. */
async function expectCounts(visit: () => Promise<unknown>, expected: string[]): Promise<void> {
  await visit();
  await expect.poll(counts, { timeout: 15_000 }).toEqual(expected);
}

test('uses are counted once, when visitors leave, unless their browser asks not to be tracked', async () => {
  const visitor = await newVisitor(site, PHONE);
  const leaveFilm = async (page: WatchedPage, share: number) => {
    await playAt(page, share);
    await leave(page);
  };
  await expectCounts(() => leaveFilm(visitor, 0.6), [`half droplet ${FILM} 1`, `opened droplet ${FILM} 1`]);
  expect(visitor.problems).toEqual([]);

  const asking = await newVisitor(site, { extraHTTPHeaders: { 'sec-gpc': '1' } });
  await asking.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await leaveFilm(asking, 0.95);
  await leaveFilm(await administrator(site), 0.95);

  const member = await newMember(site, 'lena');
  const film = [`half droplet ${FILM} 2`, `opened droplet ${FILM} 2`];
  await expectCounts(() => leaveFilm(member, 0.95), [`finished droplet ${FILM} 1`, ...film]);

  await member.goto(`/droplets/${site.ids[FILM]}`);
  await alive(member);
  const save = () => member.getByRole('button', { name: /^Save/ }).first().click();
  await expectCounts(save, [`finished droplet ${FILM} 1`, ...film, `saved droplet ${FILM} 1`]);
});

test('searches without results and referring hosts are counted', async () => {
  const page = await newVisitor(site);
  const before = counts();
  const search = async () => {
    await page.goto('/explore?q=zyxwvut');
    await page.getByRole('heading', { name: 'No droplets found' }).waitFor();
    await alive(page);
    // The counting code loads after the page's own.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/begun-')),
    );
    await idle(page);
    await leave(page);
  };
  await expectCounts(search, [...before, 'search zyxwvut 1']);
  const arrive = () => page.goto('/explore', { referer: 'https://search.example.com/?q=calm' });
  await expectCounts(arrive, [...before, 'from search.example.com 1', 'search zyxwvut 1'].sort());
});

/** Replaces the stored counts by those of many visits. */
function storeCounts(): void {
  const database = openDatabase(site.dataDir);
  const today = Math.floor(Date.now() / 86_400_000);
  database.exec('delete from usage_counts');
  const add = database.prepare('insert into usage_counts values (?, ?, ?, ?, ?)');
  for (const [ago, event, n] of [
    ...[[0, 'opened', 118] as const, [0, 'half', 31] as const, [0, 'finished', 3] as const],
    ...[[1, 'saved', 2] as const, [30, 'opened', 40] as const],
  ])
    add.run(today - ago, event, 'droplet', site.ids[FILM] as number, n);
  database.close();
}

test('the owner finds the droplet that nobody finishes, and compares periods', async () => {
  storeCounts();
  const page = await administrator(site, PHONE);
  await open(page, '/admin');
  await page.getByRole('link', { name: 'Analytics' }).click();
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  const leaving = page.getByText('“Finish the Sentence” is left early: 87 of 118 leave before half.');
  await leaving.waitFor();
  const opened = page.locator('dl > div').filter({ hasText: 'Droplets opened' });
  expect(await opened.innerText()).toMatch(/118\s*before 40/);
  const table = page.getByRole('region', { name: 'Table: Opened, half, finished' });
  expect(await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()).toEqual([
    ...['118', '31', 'few'],
  ]);
  await page.getByLabel('Wave or ocean').selectOption({ label: 'Focus' });
  await page.getByText('In one ocean.').waitFor();

  await page.getByLabel('Compare with').selectOption('nothing');
  await expect.poll(() => opened.innerText()).not.toContain('before');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('analytics.csv');

  await page.getByLabel('Span').selectOption('days');
  await page.getByLabel('First day').fill('');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await page.getByText('Choose the first day').waitFor();
  await page.getByLabel('First day').fill('2001-01-01');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await page.getByText('Counts are kept for 25 months').waitFor();
  await page.locator('button:focus', { hasText: 'Show these days' }).waitFor();
  await page.getByLabel('First day').fill('2026-01-02');
  await page.getByLabel('Span').selectOption('7');
  await leaving.waitFor();
  await table.getByRole('link', { name: 'Finish the Sentence' }).click();
  await page.waitForURL(`**/droplets/${site.ids[FILM]}`);
  await page.goBack();
  await page.getByRole('link', { name: 'What is counted' }).click();
  await page.getByRole('heading', { name: 'What we count' }).waitFor();
});

test('a visitor is redirected from the page, and a period before the first count says so', async () => {
  const visitor = await newVisitor(site);
  expect((await visitor.request.get('/admin/analytics', { maxRedirects: 0 })).status()).toBe(302);
  const page = await administrator(site);
  await page.goto('/admin/analytics?span=days&from=2025-06-01&to=2025-06-28');
  await page.getByRole('heading', { name: 'Still water so far' }).waitFor();
  await page.getByText('No droplet was opened between Jun 1 and Jun 28.').waitFor();
  await page.getByRole('link', { name: 'Show the last 25 months' }).click();
  await page.getByRole('figure', { name: 'Droplets opened each month' }).waitFor();
  expect(page.problems).toEqual([]);
});
