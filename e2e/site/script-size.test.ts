import { beforeAll, expect, test } from 'vitest';
import { markEntered } from '../support/entered.ts';
import { LEARNER_PAGES } from '../support/learner-pages.ts';
import { quiet } from '../support/open-site.ts';
import { PHONE } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/*
 * Bytes of the first view of a page on a phone, as transferred. Pictures and media are not counted. Code that
 * loads while the page is idle, for likely next pages, is.
 */

const KB = 1024;
const SCRIPT = 110 * KB;
const ALL = 200 * KB;
/** Page, sheet, entry, shared code and the page's own; two or three fonts; two likely next chunks. */
const FILES = 16;

interface Cost {
  script: number;
  all: number;
  files: number;
  /** Addresses of the scripts. */
  scripts: Set<string>;
}

const site = setUpSite();

/** By page: each one is opened once, with an empty cache. */
const costs: Record<string, Cost> = {};
beforeAll(async () => {
  costs['the landing page'] = await firstView('/', false);
  for (const path of LEARNER_PAGES) costs[path] = await firstView(path, true);
});

async function firstView(path: string, entered: boolean): Promise<Cost> {
  const page = await site.newPage(PHONE);
  if (entered) await markEntered(page, site.url);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const types = new Map<string, string>();
  const cost: Cost = { script: 0, all: 0, files: 0, scripts: new Set() };
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? '';
    if (!['Document', 'Script', 'Stylesheet', 'Font'].includes(type)) return;
    cost.files += 1;
    cost.all += encodedDataLength;
    if (type === 'Script') cost.script += encodedDataLength;
  });
  await page.goto(path, { waitUntil: 'load' });
  await quiet(page);
  cost.scripts = new Set(page.requested.filter((address) => address.endsWith('.js')));
  await page.context().close();
  return cost;
}

test('the first view of every learner page is within its budget of bytes and files', () => {
  const over = Object.entries(costs).filter(
    ([, { script, all, files }]) => script === 0 || script > SCRIPT || all > ALL || files > FILES,
  );
  expect(over).toEqual([]);
});

test('scripts compressed without brotli are within their budget, too', async () => {
  const sizes = new Map<string, number>();
  const gzippedSize = async (url: string) => {
    const size = sizes.get(url) ?? (await fetchSize(url));
    sizes.set(url, size);
    return size;
  };
  const over: Record<string, number> = {};
  for (const path of LEARNER_PAGES) {
    let bytes = 0;
    for (const url of costs[path]?.scripts ?? []) bytes += await gzippedSize(url);
    if (!(bytes > 0 && bytes <= SCRIPT)) over[path] = bytes;
  }
  expect(over).toEqual({});
});

async function fetchSize(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length'));
}

test('a form checks its fields without eval, which the content security policy forbids', async () => {
  const page = await site.newPage();
  await page.addInitScript(() => {
    const blocked: string[] = [];
    Object.assign(window, { blocked });
    addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI));
  });
  await page.goto('/auth');
  await page.waitForLoadState('networkidle');
  await page.getByRole('textbox', { name: 'Username' }).fill('mo');
  await page.keyboard.press('Tab');
  await page.getByText('Username must be at least 3 characters').waitFor();
  expect(await page.evaluate(() => (window as unknown as { blocked: string[] }).blocked)).toEqual([]);
});
